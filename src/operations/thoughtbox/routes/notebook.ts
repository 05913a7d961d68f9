/** `notebook`: refuses every call, because notebooks are not part of this version. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute, type Route } from '../router/define-route.ts';

const CELLS = ['create', 'add_cell', 'update_cell', 'run_cell', 'install_deps', 'export'] as const;

const anything = z.unknown().optional();

/** Every parameter of a notebook is accepted, so that the refusal is always the same. */
const input = {
  name: anything,
  template: anything,
  notebookId: anything,
  cellId: anything,
  type: anything,
  content: anything,
  afterCellId: anything,
  packages: anything,
};

export const notebook: readonly Route[] = CELLS.map((subOperation) =>
  defineRoute({
    operation: 'notebook',
    subOperation,
    stage: 2,
    does: reads(),
    input,
    helpNote: 'not part of this version',
    run: () =>
      refuse(
        'INVALID_OPERATION',
        `notebook ${subOperation}: notebooks are not part of this version`,
        {
          recovery: 'Record the code and its result as a thought.',
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
