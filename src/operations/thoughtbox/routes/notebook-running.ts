/** The sub-operations of `notebook` that run code; each is refused in this version. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute, type Route } from '../router/define-route.ts';
import { NOTEBOOK } from '../steps/notebook-fields.ts';

const SUB_OPERATIONS = ['install_deps'] as const;

const anything = z.unknown().optional();

/** Every parameter is accepted, so that the refusal is always the same. */
const input = { notebookId: anything, cellId: anything, packages: anything };

export const notebookRunning: readonly Route[] = SUB_OPERATIONS.map((subOperation) =>
  defineRoute({
    ...NOTEBOOK,
    subOperation,
    does: reads(),
    input,
    helpNote: 'not part of this version',
    run: () =>
      refuse(
        'INVALID_OPERATION',
        `notebook ${subOperation}: running cells is not part of this version`,
        {
          recovery: 'Run the code elsewhere, and record its result as a thought.',
          suggestions: [
            suggestCall(
              GATEWAY,
              {
                operation: 'thought',
                thought: '<fill: the code and its result>',
                nextThoughtNeeded: true,
              },
              'Record it as a thought',
            ),
          ],
        },
      ),
  }),
);
