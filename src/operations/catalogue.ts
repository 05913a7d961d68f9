/** All tools, in a fixed order. A test compares this list with the files. */

import type { Operation } from './declaration/define-operation.ts';
import * as tools from './tools.ts';

/** By name, so that the order does not depend on when a tool was added. */
export const CATALOGUE: readonly Operation[] = Object.freeze(
  Object.values<Operation | readonly Operation[]>(tools)
    .flat()
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
);
