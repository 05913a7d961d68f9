/** `notebook run_all`: runs the code cells of a notebook one after the other. */

import * as z from 'zod';
import { ranView } from '../../../domain/notebooks/cell-view.ts';
import type { CellOutline, NotebookOutline } from '../../../domain/notebooks/notebook.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { omitFromItems, shorten } from '../../../kernel/trims.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { takesBudget, writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findNotebook, NOTEBOOK, named, oneNotebook } from '../steps/notebook-fields.ts';
import { type RunTools, runJob } from '../steps/run-cell.ts';
import { timeoutMs } from './notebook-run-cell.ts';

/** Of the output of each cell; `get_cell` shows more. */
const USUAL_OUTPUT = 500;

const PRINTED = ['output', 'stderr', 'error'];

export const notebookRunAll = defineRoute({
  ...NOTEBOOK,
  subOperation: 'run_all',
  aliases: ['run_notebook', 'execute_all'],
  does: writes().and(
    takesBudget([
      ...[200, 60].map((bytes) => shorten('cells', PRINTED, bytes)),
      omitFromItems('cells', PRINTED),
    ]),
  ),
  input: {
    ...oneNotebook.input,
    timeoutMs: timeoutMs.describe('For each cell. Default 30000, at most 300000'),
    maxOutput: z.int().min(0).default(USUAL_OUTPUT).describe('Characters of output per cell'),
    continueOnError: z.boolean().default(false),
  },
  minimal: oneNotebook.minimal,
  async run(input, { tx, call }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const cells = notebook.cells.filter(({ type }) => type === 'code');
    if (cells.length === 0) return refuseEmpty(notebook);
    const limits = { ...(input.timeoutMs === undefined ? {} : { ms: input.timeoutMs }) };
    const finish = (ran: readonly RanView[]): Answer =>
      answer({ ...named(notebook, input), ...summary(cells, ran), cells: [...ran] });
    const next = (ran: readonly RanView[]): Answer => {
      const cell = cells[ran.length];
      const failed = ran.at(-1)?.status === 'failed';
      if (!cell || (failed && !input.continueOnError)) return finish(ran);
      const wanted = { workspace: call.workspace, notebook: notebook.id, cell: cell.id, limits };
      const job = runJob(call as RunTools, wanted, async (_, { end, runtime }) =>
        next([...ran, viewOf(cell, ranView(end, runtime, input.maxOutput))]),
      );
      return { ...answer({}), job };
    };
    return next([]);
  },
});

type RanView = JsonObject & { readonly status: string };

function viewOf({ id, filename }: CellOutline, { runtime: _same, ...ran }: RanView): RanView {
  return { ...(filename === undefined ? { cellId: id } : { filename }), ...ran };
}

/** `left`: how many were not run, because one before them failed. */
function summary(cells: readonly CellOutline[], ran: readonly RanView[]): JsonObject {
  const failed = ran.filter(({ status }) => status === 'failed').length;
  const left = cells.length - ran.length;
  return {
    status: failed === 0 ? 'completed' : 'failed',
    ran: ran.length,
    ...(failed === 0 ? {} : { failed }),
    ...(left === 0 ? {} : { left }),
  };
}

function refuseEmpty({ id }: NotebookOutline): Refusal {
  const add = { operation: 'notebook', subOperation: 'add_cell', notebookId: id, type: 'code' };
  return refuse('INVALID_INPUT', 'notebookId: the notebook has no code cells', {
    suggestions: [suggestCall(GATEWAY, { ...add, content: '<fill: the program>' }, 'Add one')],
  });
}
