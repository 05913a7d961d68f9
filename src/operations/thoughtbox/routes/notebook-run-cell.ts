/** `notebook run_cell`: runs one code cell in the sandbox, and answers what it printed. */

import * as z from 'zod';
import { ranView } from '../../../domain/notebooks/cell-view.ts';
import { refuseRunning, refuseUnrunnable } from '../../../domain/notebooks/run-decisions.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { takesBudget, writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findCell, findNotebook, NOTEBOOK, named, oneCell } from '../steps/notebook-fields.ts';
import { runJob } from '../steps/run-cell.ts';

/** Of the output, in the answer; `get_cell` shows more. */
const USUAL_OUTPUT = 4_000;

export const timeoutMs = z.int().min(1).optional().describe('Default 30000, at most 300000');

export const notebookRunCell = defineRoute({
  ...NOTEBOOK,
  subOperation: 'run_cell',
  aliases: ['run', 'execute_cell', 'execute'],
  does: writes().and(takesBudget(['output', 'stderr', 'error'].map((field) => cutField(field)))),
  input: {
    ...oneCell.input,
    timeoutMs,
    maxOutput: z.int().min(0).default(USUAL_OUTPUT).describe('Characters of output to answer'),
  },
  minimal: oneCell.minimal,
  async run(input, { tx, call }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const cell = findCell(notebook, input);
    if (isRefusal(cell)) return cell;
    const unrunnable = refuseUnrunnable(notebook.id, cell);
    if (unrunnable) return unrunnable;
    const [last] = await tx.notebooks.runs(cell.id, { offset: 0, limit: 1 });
    const running = refuseRunning(notebook.id, cell.id, last, call.nowMs);
    if (running) return running;
    const wanted = {
      workspace: call.workspace,
      notebook: notebook.id,
      cell: cell.id,
      limits: { ...(input.timeoutMs === undefined ? {} : { ms: input.timeoutMs }) },
    };
    const job = runJob(call, wanted, async (_, { end, runtime }) =>
      answer({ ...named(notebook, input), ...ranView(end, runtime, input.maxOutput) }),
    );
    return { ...answer({}), job };
  },
});
