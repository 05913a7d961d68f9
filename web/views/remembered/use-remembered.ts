/** The rules and the open questions of the workspace that is shown. */

import type { QuestionRow } from '../../../src/observatory/views/remembered/questions-view.ts';
import type { RuleRow } from '../../../src/observatory/views/remembered/rules-view.ts';
import { useRows } from '../../live/rows.ts';

interface Remembered<Row> {
  readonly rows: readonly Row[];
  readonly isReady: boolean;
}

/** In the order in which they were set: those that hold, then those that ended. */
export function useRules(): Remembered<RuleRow> {
  const { rows, isReady } = useRows<RuleRow>('rules');
  const inOrder = [...rows.values()].sort(
    (a, b) => Number(b.holds) - Number(a.holds) || a.number - b.number,
  );
  return { rows: inOrder, isReady };
}

/** Newest first. */
export function useQuestions(): Remembered<QuestionRow> {
  const { rows, isReady } = useRows<QuestionRow>('questions');
  return { rows: [...rows.values()].sort((a, b) => b.begun - a.begun), isReady };
}

export function isForUser({ to }: QuestionRow): boolean {
  return to === 'user';
}
