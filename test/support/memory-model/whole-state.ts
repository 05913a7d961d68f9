/** Everything that can be read of a memory, branch by branch, compared with the model. */

import { expect } from 'vitest';
import { branchList } from './branch-model.ts';
import { graphConflictShow, graphConflicts } from './graph-merge-model.ts';
import { graphQuery } from './graph-model.ts';
import { GRAPHS } from './graph-steps.ts';
import { docsList, show } from './note-model.ts';
import { DOCS } from './note-steps.ts';
import { ask, askPages, call, type Run } from './run.ts';

/** A budget large enough for whole pages: cuts are tested elsewhere. */
const page = { limit: 200, max_chars: 1_000_000 };

export async function expectSameState(run: Run): Promise<void> {
  const { memory } = run;
  expect(await call(run, 'init', {})).toMatchObject({ checkout: memory.checkout.name });
  await ask(run, 'branch_list', page, branchList);
  for (const name of memory.names) await expectSameBranch(run, name);
  for (const { id, status } of memory.meetings) {
    if (status !== 'open') continue;
    await ask(run, 'graph_conflict_show', { conflict_id: id }, graphConflictShow);
  }
}

async function expectSameBranch(run: Run, branch: string): Promise<void> {
  await ask(run, 'docs_list', { ref: branch }, docsList);
  for (const doc of DOCS) await askPages(run, 'show', { branch, doc, ...page }, show);
  for (const doc of GRAPHS) {
    const all = { branch, doc, include_deleted: true, ...page };
    await askPages(run, 'graph_query', all, graphQuery);
    for (const status of ['open', 'resolved']) {
      const request = { into: branch, doc, status, ...page };
      await askPages(run, 'graph_conflicts', request, graphConflicts);
    }
  }
}
