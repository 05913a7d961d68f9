/** Examples of `checkout`. */

import { examplesOf } from '../declaration/examples.ts';
import { checkout } from './checkout.ts';

export const examples = examplesOf(checkout, {
  before: [{ tool: 'branch_create', args: { name: 'idea/cache' } }],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { ref: 'idea/cahce' } },
  },
});
