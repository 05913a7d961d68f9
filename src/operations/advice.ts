/** The advice on refusals of the domain: all tables, looked up by the reason of the refusal. */

import type { BranchReason } from '../domain/branches/reasons.ts';
import type { CardReason } from '../domain/cards/reasons.ts';
import type { GraphReason } from '../domain/graph/reasons.ts';
import type { NotebookReason } from '../domain/notebooks/reasons.ts';
import type { RefReason } from '../domain/refs/reasons.ts';
import type { TaskReason } from '../domain/tasks/reasons.ts';
import type { ThoughtReason } from '../domain/thoughts/reasons.ts';
import type { WorkReason } from '../domain/work/reasons.ts';
import type { Reason, Refusal, RefusalAdvice } from '../kernel/refusal.ts';
import { BRANCH_ADVICE } from './branch/steps/advice.ts';
import { GRAPH_ADVICE } from './graph/steps/advice.ts';
import { REF_ADVICE } from './notes/steps/advice.ts';
import { type AdviceTable, withAdvice } from './steps/advice-table.ts';
import { TASK_ADVICE } from './tasks/steps/advice.ts';
import { CARD_ADVICE } from './think/steps/advice.ts';
import { THOUGHT_ADVICE } from './thoughtbox/steps/advice.ts';
import { NOTEBOOK_ADVICE } from './thoughtbox/steps/notebook-advice.ts';
import { WORK_ADVICE } from './work/steps/advice.ts';

type AnyReason =
  | BranchReason
  | CardReason
  | GraphReason
  | NotebookReason
  | RefReason
  | TaskReason
  | ThoughtReason
  | WorkReason;

const ADVICE: AdviceTable<AnyReason> = {
  ...BRANCH_ADVICE,
  ...CARD_ADVICE,
  ...GRAPH_ADVICE,
  ...NOTEBOOK_ADVICE,
  ...REF_ADVICE,
  ...TASK_ADVICE,
  ...THOUGHT_ADVICE,
  ...WORK_ADVICE,
};

/** Returns the refusal with its advice. A refusal without a reason has its advice already. */
export function advised(refusal: Refusal): Refusal {
  const { reason } = refusal;
  if (!reason) return refusal;
  const adviser = ADVICE[reason.kind as AnyReason['kind']] as
    | ((reason: Reason) => RefusalAdvice)
    | undefined;
  if (!adviser) throw new Error(`no advice for the reason ${reason.kind}`);
  return withAdvice(refusal, adviser(reason));
}
