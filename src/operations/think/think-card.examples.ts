/** Examples of `think_card`. */

import { examplesOf } from '../declaration/examples.ts';
import { thinkCard } from './think-card.ts';

export const examples = examplesOf(thinkCard, {
  before: [
    {
      tool: 'think_card',
      args: { card: { id: 'q1', type: 'question', title: 'Why?' } },
    },
  ],
  more: [
    { title: 'Lines', args: { card: 'type: question\ntitle: Which queue?\narea: infra' } },
    { title: 'Plain text is a note', args: { card: 'The disk is slow: see the graph.' } },
  ],
  refusals: {
    UNKNOWN_ID: { title: 'No such branch', args: { branch: 'idea/x', card: 'Hm.' } },
  },
});
