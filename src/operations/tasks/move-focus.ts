/** Leaves the focus on the task that was just worked on, and says where it was. */

import { focusOn } from '../../domain/workspace/focus.ts';
import type { Writing } from '../../store/port.ts';
import type { FocusMove } from '../define-operation.ts';

export async function moveFocus(tx: Writing, to: string): Promise<FocusMove> {
  const previous = (await tx.state())?.focus ?? null;
  await tx.append(focusOn(previous, to));
  return { restored: previous !== to, previous };
}
