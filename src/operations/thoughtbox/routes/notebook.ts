/** `notebook`: not built yet, and says so before anyone waits for a cell to run. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute, type Route } from '../router/define-route.ts';

const CELLS = ['create', 'add_cell', 'update_cell', 'run_cell', 'install_deps', 'export'] as const;

const anything = z.unknown().optional();

/** Whatever a notebook would take: the answer is the same for all of it. */
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
    told: 'not part of this version',
    run: () =>
      refuse(
        'INVALID_OPERATION',
        `notebook ${subOperation}: notebooks are not part of this version`,
        {
          recovery: 'Record the code and what it showed as a thought.',
          suggestions: [
            suggestCall(
              GATEWAY,
              {
                operation: 'thought',
                thought: '<fill: the code, and what it showed>',
                nextThoughtNeeded: true,
              },
              'Record it as a thought',
            ),
          ],
        },
      ),
  }),
);
