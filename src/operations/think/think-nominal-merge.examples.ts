/** Examples of `think_nominal_merge`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkNominalMerge } from './think-nominal-merge.ts';

const same = (id: string) => ({
  tool: 'think_card',
  args: { card: { id, type: 'question', title: 'Why is it slow?' } },
});

export const examples = examplesOf(thinkNominalMerge, {
  before: [same('q1'), same('q2')],
  refusals: {
    UNKNOWN_ID: {
      title: 'No such card',
      before: [same('q1')],
      args: { candidate_ids: ['q9'] },
    },
  },
});
