/** How notebooks are read on SQLite: by ranges of indexes; docs/spec/notebooks.md. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES, MAIN_ENGINES, withStore } from '../../../../test/support/engines.ts';
import { RUN_LIMITS, RUNTIME } from '../../../../test/support/notebook-world.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import type { Cell, NotebookSummary } from '../../../domain/notebooks/notebook.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import type { NotebookQueries, Store } from '../../port.ts';
import { loadSqlite } from '../../sqlite/provider.ts';
import { sqliteKysely } from '../connection-dialect.ts';
import { notebookQueries } from './queries.ts';

const writer = { workspace: 'w', agent: 'a', nowMs: 1 };
const [NOTEBOOKS, CELLS] = [40, 20];
const cellId = (notebook: number, cell: number) => `c${notebook}-${cell}`;

function created(number: number): EventDraft {
  const cells = Array.from({ length: CELLS }, (_, at): Cell => {
    const text = { type: 'code', content: `${at}`, language: 'javascript' } as const;
    return { id: cellId(number, at), ...text, filename: `c${at}.js` };
  });
  const id = `n${number}`;
  const payload = { id, title: `N ${number}`, language: 'javascript', cells } as const;
  return { type: 'notebook_created', entity: `notebook:${id}`, payload };
}

function ran(number: number, cell: string): EventDraft[] {
  const [entity, run] = [`notebook:n${number}`, `r-${cell}`];
  const started = { run, cell, source: 's', runtime: RUNTIME, limits: RUN_LIMITS, leaseMs: 9 };
  const printed = { stdout: `out ${cell}`, stderr: '', ms: 1 };
  const installed = { key: 'k', lock: '{}', packages: { zod: '4.0.0' } };
  return [
    { type: 'notebook_run_started', entity, payload: started },
    {
      type: 'notebook_run_ended',
      entity,
      payload: { run, cell, reason: 'ok', ...printed, installed },
    },
  ];
}

async function fill(store: Store): Promise<void> {
  await store.write(writer, async (tx) => {
    await tx.append([initializeWorkspace()]);
    for (let number = 0; number < NOTEBOOKS; number++) {
      await tx.append([created(number), ...ran(number, cellId(number, 3))]);
    }
  });
}

async function summaryOf(queries: NotebookQueries, id: string): Promise<NotebookSummary> {
  const outline = await queries.outline(id);
  if (!outline) throw new Error(`no notebook ${id}`);
  return outline;
}

describe.each(MAIN_ENGINES)('notebooks on $name', (engine) => {
  it('[NB25] are read with their cells, runs and packages', () =>
    withStore(engine, async (store) => {
      await fill(store);
      await store.read('w', async ({ notebooks }) => {
        const [last, ...others] = await notebooks.list({ offset: 0, limit: 3 });
        expect([last?.id, others.length]).toEqual(['n39', 2]);
        const summary = await summaryOf(notebooks, 'n7');
        const page = await notebooks.cells(summary, { offset: 2, limit: 3 });
        expect(page.map(({ cell }) => [cell.position, cell.content])).toEqual([
          ...[2, 3, 4].map((at) => [at, `${at}`]),
        ]);
        const marks = page.flatMap(({ run }) => run ?? []);
        expect(marks).toMatchObject([{ id: 'r-c7-3', ended: { reason: 'ok' } }]);
        expect((await notebooks.ends(marks)).get('r-c7-3')?.stdout).toBe('out c7-3');
        expect((await notebooks.cell(summary, 'c7-3'))?.run).toEqual(marks[0]);
        expect(await notebooks.cell(summary, 'c8-3')).toBeUndefined();
        expect(await notebooks.run('r-c7-3')).toMatchObject({ agent: 'a', limits: RUN_LIMITS });
        expect(await notebooks.run('r')).toBeUndefined();
        expect(await notebooks.runs('c7-3', { offset: 0, limit: 9 })).toEqual(marks);
        expect(await notebooks.packages(summary)).toMatchObject({ packages: { zod: '4.0.0' } });
        expect(await notebooks.outline('n')).toBeUndefined();
      });
      expect(await store.check()).toEqual([]);
    }));
});

describe('a query about notebooks on a SQLite memory', () => {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');

  const QUESTIONS: readonly (readonly [
    string,
    (queries: NotebookQueries, notebook: NotebookSummary) => Promise<unknown>,
  ])[] = [
    ['list', (queries) => queries.list({ offset: 5, limit: 5 })],
    ['outline', (queries) => queries.outline('n5')],
    ['cells', (queries, notebook) => queries.cells(notebook, { offset: 2, limit: 5 })],
    ['glances', (queries, notebook) => queries.glances(notebook, { offset: 2, limit: 5 })],
    ['cell', (queries, notebook) => queries.cell(notebook, 'c5-3')],
    [
      'ends',
      async (queries, notebook) => {
        const found = await queries.cells(notebook, { offset: 2, limit: 5 });
        return queries.ends(found.flatMap(({ run }) => run ?? []));
      },
    ],
    ['run', (queries) => queries.run('r-c5-3')],
    ['runs', (queries) => queries.runs('c5-3', { offset: 0, limit: 5 })],
    ['packages', (queries, notebook) => queries.packages(notebook)],
  ];

  it.each(QUESTIONS)('[NB25] %s is a range of an index', (_name, ask) =>
    withStore(engine, async (store, place) => {
      await fill(store);
      const file = join(place.dataDir, 'waymark.db');
      const database = (await loadSqlite(place.sqliteProvider))(file);
      const plans: string[] = [];
      const sql = sqliteKysely(async ({ sql: text, parameters }) => {
        const values = parameters as (string | number)[];
        const steps = database.prepare(`explain query plan ${text}`).all(...values);
        plans.push(...steps.map((step) => (step as { detail: string }).detail));
        return { rows: database.prepare(text).all(...values) };
      });
      const queries = notebookQueries(sql, 'w');
      const notebook = await summaryOf(queries, 'n5');
      plans.length = 0;
      await ask(queries, notebook);
      database.close();
      expect(plans.length).toBeGreaterThan(0);
      expect(
        plans.filter(
          (plan) => !/^SEARCH .*\(workspace=\? AND/.test(plan) && !/notebooks_updated/.test(plan),
        ),
      ).toEqual([]);
    }),
  );
});
