/** Which indexes the lists of the page use, named by the rules in docs/spec/observatory.md. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES, withStore } from '../../../../test/support/engines.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { loadSqlite } from '../../sqlite/provider.ts';
import { sqliteKysely } from '../connection-dialect.ts';
import { branchQueries } from '../documents/branches.ts';
import type { Sql } from '../engine.ts';
import { conflictQueries } from './conflicts.ts';
import { graphQueries } from './queries.ts';

const [engine] = ENGINES;

/** SQLite's query plan, statement by statement. */
async function plansOf(ask: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  if (!engine) throw new Error('no engine to test on');
  await withStore(engine, async (store, place) => {
    await store.write({ workspace: 'w', agent: 'a', nowMs: 1 }, (tx) =>
      tx.append([initializeWorkspace()]),
    );
    const database = (await loadSqlite(place.sqliteProvider))(join(place.dataDir, 'waymark.db'));
    const sql = sqliteKysely(async ({ sql: text, parameters }) => {
      const values = parameters as (string | number)[];
      const steps = database.prepare(`explain query plan ${text}`).all(...values);
      plans.push(...steps.map((step) => (step as { detail: string }).detail));
      return { rows: database.prepare(text).all(...values) };
    });
    await ask(sql);
    database.close();
  });
  return plans;
}

const VIEW = [{ branch: 1, after: 0, upTo: Number.MAX_SAFE_INTEGER }];

describe('the queries of views', () => {
  it('[OB86] the conflicts of a workspace are a range of an index, in its order', async () => {
    const plans = await plansOf((sql) => conflictQueries(sql, 'w').all('open', { limit: 5 }));
    expect(plans.join()).toContain(
      'graph_conflicts_by_status (workspace=? AND status=? AND seq<?)',
    );
    expect(plans.join()).not.toContain('ORDER BY');
  });

  it('[OB85] what changed in a graph is a range of the index of its versions', async () => {
    const slice = { seq: 5, limit: 10, excludeReserved: true };
    const plans = await plansOf((sql) => graphQueries(sql, 'w').changedAfter(VIEW, 'graph', slice));
    const ranges = plans.filter((plan) => /graph_history \(.*seq>\? AND seq<\?\)/.test(plan));
    expect(ranges, plans.join('\n')).toHaveLength(2);
  });

  it('[OB80] nothing is scanned for a page of branches', async () => {
    const plans = await plansOf((sql) => branchQueries(sql, 'w').glances(0, 5));
    expect(plans.filter((plan) => /^SCAN (?!counted|\(subquery)/.test(plan))).toEqual([]);
    expect(plans.join()).toContain('events_in_document (workspace=? AND branch=? AND doc>?)');
    expect(plans.join()).toMatch(/SEARCH d USING INDEX \S+ \(workspace=\? AND branch=\?\)/);
  });
});
