/** Two cards, for the examples that need some. */

import type { ExampleCall } from '../../declaration/examples.ts';

export const CARD_SCENE: readonly ExampleCall[] = [
  {
    tool: 'think_card',
    args: { card: { id: 'q1', type: 'question', title: 'Why is it slow?' } },
  },
  {
    tool: 'think_card',
    args: {
      card: { id: 'h1', type: 'hypothesis', title: 'The cache is cold' },
      supports: ['q1'],
    },
  },
];
