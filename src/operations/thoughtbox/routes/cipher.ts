/** `cipher`: returns the notation in a few lines, or the whole guide. */

import * as z from 'zod';
import { MARKERS, OPERATORS } from '../../../domain/thoughts/cipher.ts';
import { withCipher } from '../../../domain/thoughts/gateway-state.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';

const markers = Object.entries(MARKERS)
  .map(([sign, meaning]) => `${sign} ${meaning}`)
  .join(' ');

/** Every model knows the logical operators; only these two need their meaning. */
const RELATING = ['⊕', '⊖'];
const operators = Object.entries(OPERATORS)
  .map(([sign, meaning]) => (RELATING.includes(sign) ? `${sign}${meaning}` : sign))
  .join(' ');

/** Short, because agents read it at every start: the form of a line and its parts. */
const NOTATION = `S3|H|S1,S2|text: number|type|refs?|content, a step a line. ${markers}. ^S1 revises, [S1] refers. ${operators}`;

export const cipher = defineRoute({
  operation: 'cipher',
  stage: 1,
  does: writes(),
  input: { guide: z.boolean().default(false).describe('Return the whole guide') },
  async run(input, { state }) {
    const notation = input.guide
      ? (await import('../../../../guides/cipher.md')).default
      : NOTATION;
    return { ...answer({ cipher: notation }), state: withCipher(state) };
  },
});
