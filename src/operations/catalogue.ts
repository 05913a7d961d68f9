/** Every tool there is, in a fixed order. A test holds this list against the files. */

import type { Operation } from './declaration/define-operation.ts';
import * as tools from './tools.ts';

/** By name, so that the order never depends on who was added when. */
export const CATALOGUE: readonly Operation[] = Object.freeze(
  Object.values<Operation | readonly Operation[]>(tools)
    .flat()
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
);
