/** `cipher`: returns the notation in a few lines, or the whole guide. */

import * as z from 'zod';
import { withCipher } from '../../../domain/thoughts/gateway-state.ts';
import { NOTATION } from '../../../domain/thoughts/notation.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';

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
