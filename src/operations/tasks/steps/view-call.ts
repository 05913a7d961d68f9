/** What a view of a plan or task needs of its call, and the focus that it shows. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import type { FocusMove, ServerFacts } from '../../declaration/define-operation.ts';

export interface ViewCall {
  readonly tx: Reading;
  readonly workspace: string;
  readonly agent: string;
  readonly present: ReadonlySet<string> | undefined;
  readonly focus: FocusMove;
  readonly server: ServerFacts;
}

/** The focus of the caller: its own, or else the newest of the workspace. */
export async function readFocus({ tx, agent }: Pick<ViewCall, 'tx' | 'agent'>) {
  return (await tx.agents.focus(agent)).target;
}

/** Only shown if the call moved the focus. */
export function focusMoved({ restored, previous }: FocusMove): JsonObject {
  return restored ? { focus_restored: true, focus_previous: previous } : {};
}
