/** How a noun declares the versions of its events. */

import type { JsonObject } from '../../kernel/json.ts';

/** Turns the payload of one version into that of the next. Pure: a journal is read many times. */
export type Upcast = (payload: JsonObject) => JsonObject;

/** For each type one upcaster per earlier version, oldest first; none for a type in its first. */
export type EventVersions<Type extends string> = { readonly [Each in Type]: readonly Upcast[] };

/** For types that are all in the same version. */
export function versionsOf<Type extends string>(
  types: readonly Type[],
  upcasters: readonly Upcast[],
): EventVersions<Type> {
  return Object.fromEntries(types.map((type) => [type, upcasters])) as EventVersions<Type>;
}

/** In a payload that was entered together with events of the graph which today follow from it. */
export type Mirrored = { readonly mirrored?: true };

/** From version 1 of an event whose nodes and edges were entered by events of their own. */
export const enteredBeside: Upcast = (payload) => ({ ...payload, mirrored: true });
