/** Reads what `recall` answers about one thing. */

import type { Shown } from './task-world.ts';

/** The ids of the neighbours that are this to what was opened. */
export function nearAs({ near = [] }: Shown, as: string): readonly string[] {
  return near.filter((each: Shown) => each.as === as).map((each: Shown) => each.id);
}
