/** The arguments that limit the lists of open cards. */

import { limit } from '../../declaration/fields.ts';
import type { FrontierLimits } from './read-cards.ts';

export const frontierFields = {
  limit_hypotheses: limit(5, 50),
  limit_questions: limit(5, 50),
  limit_subgoals: limit(5, 50),
  limit_tests: limit(5, 50),
};

export function frontierLimits(input: {
  limit_hypotheses: number;
  limit_questions: number;
  limit_subgoals: number;
  limit_tests: number;
}): FrontierLimits {
  return {
    hypotheses: input.limit_hypotheses,
    questions: input.limit_questions,
    subgoals: input.limit_subgoals,
    tests: input.limit_tests,
  };
}
