/** The work graph in SQL: nodes and their neighbours. */

import { sql as raw } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { WorkEventType } from '../../../domain/work/work-events.ts';
import { type Evidence, READINESS, type WorkNode } from '../../../domain/work/work-node.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { Ancestor, ChildCounts, WorkQueries } from '../../work-port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';
import { claimHolds, goneClaimants } from './claims.ts';
import { readEdges } from './edges.ts';
import { countWork, isClaimed } from './filters.ts';
import { nextWork, RANK } from './next-work.ts';
import { readOutlines } from './outline.ts';
import { workPage } from './paging.ts';
import { type NodeRow, nodeFrom, projectFrom } from './rows.ts';
import { evidenceRows, nodeRows, subtree } from './statements.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface InWorkspace {
  readonly workspace: string;
}

const projectNamed = prepared((sql: Sql, args: InWorkspace & { name: string }) =>
  sql
    .selectFrom('work_projects')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('name', '=', args.name),
);

const allProjects = prepared((sql: Sql, args: InWorkspace & { limit: number; after: string }) =>
  sql
    .selectFrom('work_projects as p')
    .innerJoin('work_nodes as r', (join) =>
      join.onRef('r.workspace', '=', 'p.workspace').onRef('r.id', '=', 'p.root'),
    )
    .selectAll('p')
    .select('r.summary')
    .where('p.workspace', '=', args.workspace)
    .where('p.name', '>', args.after)
    .orderBy('p.name')
    .limit(args.limit),
);

const ancestorsOf = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .withRecursive('line', (cte) =>
      cte
        .selectFrom('work_nodes as own')
        .select(['own.id', 'own.parent', 'own.summary', 'own.resolved', 'own.context_links'])
        .select('own.depth')
        .where('own.workspace', '=', args.workspace)
        .where('own.id', '=', args.id)
        .unionAll(
          cte
            .selectFrom('work_nodes as up')
            .innerJoin('line', 'line.parent', 'up.id')
            .select(['up.id', 'up.parent', 'up.summary', 'up.resolved', 'up.context_links'])
            .select('up.depth')
            .where('up.workspace', '=', args.workspace),
        ),
    )
    .selectFrom('line')
    .selectAll()
    .orderBy('depth'),
);

type Children = InWorkspace & { readonly parent: string; readonly limit: number };

function everyChild(sql: Sql, args: Children) {
  return sql
    .selectFrom('work_nodes')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('parent', '=', args.parent)
    .orderBy('created_key')
    .limit(args.limit);
}

const childrenOf = prepared(everyChild);

const openChildrenOf = prepared((sql: Sql, args: Children) =>
  everyChild(sql, args).where('resolved', '=', 0),
);

const unfinishedChildrenOf = prepared((sql: Sql, args: Children) =>
  everyChild(sql, args).where(raw<boolean>`(resolved = 0 or open_children > 0)`),
);

const historyOf = prepared(
  (sql: Sql, args: InWorkspace & { node: string; before: number; limit: number }) =>
    sql
      .selectFrom('work_history as h')
      .innerJoin('events as e', (join) =>
        join.onRef('e.workspace', '=', 'h.workspace').onRef('e.seq', '=', 'h.seq'),
      )
      .selectAll('e')
      .where('h.workspace', '=', args.workspace)
      .where('h.node', '=', args.node)
      .where('h.seq', '<', args.before)
      .orderBy('h.seq', 'desc')
      .limit(args.limit),
);

export function workQueries(sql: Sql, workspace: string): WorkQueries {
  return {
    ...readProjects(sql, workspace),
    ...readNodes(sql, workspace),
    ...readEdges(sql, workspace),
    ...readOutlines(sql, workspace),
    next: (request) => nextWork(sql, workspace, request),
    page: (filter, page) => workPage(sql, workspace, filter, page),
    count: (filter) => countWork(sql, workspace, filter),
  };
}

function readProjects(
  sql: Sql,
  workspace: string,
): Pick<WorkQueries, 'projects' | 'project' | 'recentEvidence' | 'claimed'> {
  return {
    async projects(limit, after = '') {
      const rows = await allProjects(sql, { workspace, limit, after });
      return rows.map((row) => ({ ...projectFrom(row), summary: row.summary }));
    },
    project: async (name) => (await projectNamed(sql, { workspace, name })).map(projectFrom)[0],
    recentEvidence: (project, limit) => recentEvidence(sql, workspace, project, limit),
    async claimed(project, rule, limit) {
      const gone = await goneClaimants(sql, workspace, project, rule);
      const rows = await sql
        .selectFrom('work_nodes as n')
        .selectAll()
        .where('n.workspace', '=', workspace)
        .where('n.project', '=', project)
        .where(isClaimed)
        .where(claimHolds(rule, gone))
        .where('n.resolved', '=', 0)
        .orderBy('n.claimed_ms', 'desc')
        .orderBy('n.created_key')
        .limit(limit)
        .execute();
      return rows.map(nodeFrom);
    },
  };
}

function readNodes(
  sql: Sql,
  workspace: string,
): Pick<
  WorkQueries,
  | 'nodes'
  | 'ranked'
  | 'evidence'
  | 'ancestors'
  | 'children'
  | 'childCounts'
  | 'subtree'
  | 'openBelow'
  | 'height'
  | 'history'
> {
  return {
    nodes: (ids) => nodesById(sql, workspace, [...new Set(ids)]),
    ranked: (ids) => rankedNodes(sql, workspace, [...new Set(ids)]),
    async evidence(ids) {
      const found = new Map<string, Evidence[]>();
      for (const row of await evidenceRows(sql, workspace, [...new Set(ids)])) {
        const known = found.get(row.node);
        if (known) known.push(evidenceFrom(row));
        else found.set(row.node, [evidenceFrom(row)]);
      }
      return found;
    },
    async ancestors(id) {
      const rows = await ancestorsOf(sql, { workspace, id });
      return rows.slice(0, -1).map(
        (row): Ancestor => ({
          id: row.id,
          summary: row.summary,
          resolved: row.resolved === 1,
          contextLinks: JSON.parse(row.context_links),
        }),
      );
    },
    async children(parent, limit, which) {
      const read = !which ? childrenOf : 'open' in which ? openChildrenOf : unfinishedChildrenOf;
      return (await read(sql, { workspace, parent, limit })).map(nodeFrom);
    },
    childCounts: (parents) => childCounts(sql, workspace, parents),
    async subtree(id) {
      const { rows } = await subtree(workspace, id).execute(sql);
      return rows.map((row) => row.id);
    },
    async openBelow(id) {
      const { rows } = await raw<{ id: string; claimed_by: string }>`
        select id, claimed_by from work_nodes where workspace = ${workspace} and resolved = 0
        and id in (${subtree(workspace, id)})`.execute(sql);
      const claimed = rows.filter((row) => row.claimed_by !== '').map((row) => row.id);
      return {
        ids: rows.map((row) => row.id),
        claimed: await nodesById(sql, workspace, claimed),
      };
    },
    async height(id) {
      const { rows } = await raw<{ deepest: number | null; own: number | null }>`
        select max(depth) as deepest, min(depth) as own from work_nodes
        where workspace = ${workspace} and id in (${subtree(workspace, id)})`.execute(sql);
      return (rows[0]?.deepest ?? 0) - (rows[0]?.own ?? 0);
    },
    async history(node, { before = EVERYTHING, limit }) {
      const rows = await historyOf(sql, { workspace, node, before, limit });
      return rows.map((row) => eventFrom(row) as JournalEvent<WorkEventType>);
    },
  };
}

async function rankedNodes(sql: Sql, workspace: string, ids: readonly string[]) {
  const rows = await nodeRows(sql, workspace, ids);
  const ready = rows.filter((row) => row.readiness === READINESS.actionable);
  return ready.sort(byRank).map(nodeFrom);
}

function byRank(a: NodeRow, b: NodeRow): number {
  return RANK.reduce((sooner, column) => sooner || a[column] - b[column], 0);
}

/** In the order of the ids. */
async function nodesById(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<readonly WorkNode[]> {
  const byId = new Map((await nodeRows(sql, workspace, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(nodeFrom);
}

function evidenceFrom(row: { type: string; ref: string; agent: string; ts_ms: number }): Evidence {
  return { type: row.type, ref: row.ref, agent: row.agent, timestamp: timestamp(row.ts_ms) };
}

async function childCounts(sql: Sql, workspace: string, parents: readonly string[]) {
  const counts = new Map<string, ChildCounts>();
  for (const some of chunksOf(parents)) {
    const rows = await sql
      .selectFrom('work_nodes')
      .select(['parent', (e) => e.fn.countAll<number>().as('total')])
      .select((e) => e.fn.sum<number>('resolved').as('resolved'))
      .select(
        raw<number>`sum(case when resolved = 1 and open_children > 0 then 1 else 0 end)`.as(
          'early',
        ),
      )
      .where('workspace', '=', workspace)
      .where('parent', 'in', some)
      .groupBy('parent')
      .execute();
    for (const { parent, ...row } of rows) {
      if (parent === null) continue;
      const [total, resolved, early] = [row.total, row.resolved, row.early].map(Number);
      counts.set(parent, { total: total ?? 0, resolved: resolved ?? 0, early: early ?? 0 });
    }
  }
  return counts;
}

async function recentEvidence(sql: Sql, workspace: string, project: string, limit: number) {
  const rows = await sql
    .selectFrom('work_evidence as e')
    .innerJoin('work_nodes as n', (join) =>
      join.onRef('n.workspace', '=', 'e.workspace').onRef('n.id', '=', 'e.node'),
    )
    .select(['n.id', 'n.summary', 'e.type', 'e.ref', 'e.agent', 'e.ts_ms'])
    .where('e.workspace', '=', workspace)
    .where('n.project', '=', project)
    .orderBy('e.seq', 'desc')
    .orderBy('e.position', 'desc')
    // A drop gives the same evidence to many nodes; their ids are random.
    .orderBy('n.created_key')
    .orderBy('e.origin')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ node: row.id, summary: row.summary, evidence: evidenceFrom(row) }));
}
