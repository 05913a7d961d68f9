/** Events of version 1 whose nodes and edges were entered as graph events of their own. */

import type { Upcast } from '../journal/define-event.ts';

/** In the payload of such an event: its nodes and edges exist already and are not derived again. */
export type Mirrored = { readonly mirrored?: true };

/** Reads version 1 of an event whose nodes and edges follow from it since version 2. */
export const markMirrored: Upcast = (payload) => ({ ...payload, mirrored: true });
