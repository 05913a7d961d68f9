/** What to do about each refusal of notebooks. */

import type { NotebookReason } from '../../../domain/notebooks/reasons.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const SRC_MD_EXAMPLE = '<!-- srcbook:{"language":"javascript"} -->\n\n# Title\n';

export const NOTEBOOK_ADVICE: AdviceTable<NotebookReason> = {
  cell_not_accepted: ({ notebook, does, request, correction }) => ({
    suggestions: [
      correction
        ? suggestCall(
            GATEWAY,
            {
              ...sameCall({ ...request }, correction),
              operation: 'notebook',
              subOperation: does,
            },
            'Like this',
          )
        : listCells(notebook),
    ],
  }),
  cell_unknown: ({ notebook }) => ({ suggestions: [listCells(notebook)] }),
  notebook_full: ({ notebook }) => ({ suggestions: [listCells(notebook)] }),
  notebook_text_refused: ({ isHead }) => ({
    recovery: 'Correct that line, and send the whole text again.',
    suggestions: isHead
      ? [
          suggestCall(
            GATEWAY,
            { operation: 'notebook', subOperation: 'load', content: SRC_MD_EXAMPLE },
            'The smallest text that can be loaded',
          ),
        ]
      : [],
  }),
  cell_changed: ({ notebook, cell }) => ({
    recovery: 'Read the cell again, then repeat the call with its current revision.',
    suggestions: [getCell(notebook, cell)],
  }),
  cell_running: ({ notebook, cell }) => ({
    recovery: 'Wait until the run has ended, or cancel it.',
    suggestions: [getCell(notebook, cell)],
  }),
  cell_proves_nothing: ({ notebook, cell }) => ({
    recovery: 'Run the cell, then repeat the call.',
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'notebook', subOperation: 'run_cell', notebookId: notebook, cellId: cell },
        'Run the cell',
      ),
    ],
  }),
  cell_is_prose: ({ notebook }) => ({ suggestions: [listCells(notebook)] }),
  cell_lists_packages: ({ notebook }) => ({
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'notebook', subOperation: 'install_deps', notebookId: notebook },
        'Install the packages that it lists',
      ),
    ],
  }),
  cell_not_running: ({ notebook, cell }) => ({ suggestions: [getCell(notebook, cell)] }),
};

function listCells(notebookId: string): Suggestion {
  const list = { operation: 'notebook', subOperation: 'list_cells', notebookId };
  return suggestCall(GATEWAY, list, 'See its cells');
}

function getCell(notebookId: string, cellId: string): Suggestion {
  const get = { operation: 'notebook', subOperation: 'get_cell', notebookId, cellId };
  return suggestCall(GATEWAY, get, 'See the cell as it is now');
}
