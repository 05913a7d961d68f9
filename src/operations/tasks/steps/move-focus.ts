/** Moves the focus of the caller, and returns the previous one. */

import { focusOn } from '../../../domain/workspace/focus.ts';
import type { Writing } from '../../../store/port.ts';
import type { FocusMove } from '../../declaration/define-operation.ts';

export async function moveFocus(
  { tx, agent }: { readonly tx: Writing; readonly agent: string },
  to: string | null,
): Promise<FocusMove> {
  const before = await tx.agents.focus(agent);
  await tx.append(focusOn(before, to));
  return { restored: before.target !== to, previous: before.target };
}
