/** `export`: a plan or task with the tails of its notes and its trace, for taking it up elsewhere. */

import { targetKind } from '../../domain/targets/target.ts';
import { refuse } from '../../kernel/refusal.ts';
import { within } from '../../kernel/trims.ts';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, limit, requiredTarget, workspace } from '../fields.ts';
import { ENTRY_TRIMS, entryPage } from '../notes/entry-page.ts';

const acme = { workspace: 'acme' };

export const exportTarget = defineOperation({
  name: 'export',
  title: 'Export a target',
  description:
    'A plan or task with where its reasoning lies, and the newest entries of its notes and trace in one bounded answer.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: {
    workspace,
    target: requiredTarget,
    notes_limit: limit(20, 200),
    trace_limit: limit(50, 200),
    ...budget,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A task', args: { ...acme, target: 'TASK-001' } }],
  trims: [...within('trace', ENTRY_TRIMS), ...within('notes', ENTRY_TRIMS)],
  async run(input, { tx, scope }) {
    const { branch, docs, target } = scope;
    if (target === undefined) return refuse('INVALID_INPUT', 'target: required');
    const view = await viewOf(tx, branch);
    const part = async (doc: string, most: number) => ({
      branch: branch.name,
      doc,
      ...(await entryPage(tx, view, doc, { limit: most })),
    });
    return answer({
      target: { id: target, kind: targetKind(target), created_at_ms: branch.createdMs },
      reasoning_ref: {
        branch: branch.name,
        notes_doc: docs.notes,
        graph_doc: docs.graph,
        trace_doc: docs.trace,
      },
      notes: await part(docs.notes, input.notes_limit),
      trace: await part(docs.trace, input.trace_limit),
      truncated: false,
    });
  },
});
