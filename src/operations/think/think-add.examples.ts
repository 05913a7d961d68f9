/** Examples of `think_add_*`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkAddTools } from './think-add.ts';

export const examples = thinkAddTools.map((tool) =>
  examplesOf(tool, {
    refusals: {
      UNKNOWN_ID: { title: 'No such branch', args: { branch: 'idea/x', card: 'Hm.' } },
    },
  }),
);
