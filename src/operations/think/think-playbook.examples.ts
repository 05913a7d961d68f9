/** Examples of `think_playbook`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkPlaybook } from './think-playbook.ts';

export const examples = examplesOf(thinkPlaybook, {
  refusals: {
    UNKNOWN_ID: { title: 'No such playbook', args: { name: 'debgu' } },
  },
});
