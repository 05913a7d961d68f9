/** Examples of `help`. */

import { examplesOf } from '../declaration/examples.ts';
import { help } from './help.ts';

export const examples = examplesOf(help, {
  more: [
    { title: 'One tool', args: { tool: 'checkout' } },
    { title: 'Find a tool', args: { search: 'compare branches' } },
  ],
  refusals: {
    UNKNOWN_TOOL: { title: 'No such tool', args: { tool: 'notes_comit' } },
  },
});
