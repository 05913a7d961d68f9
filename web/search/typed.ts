/** What is searched for. It is kept: whoever comes back from a hit goes on with the next one. */

import { signal } from '@preact/signals';

export const typed = signal('');

/** The name of the group of kinds. */
export const group = signal('All');

/** The place of the chosen hit in the list. */
export const chosen = signal(0);
