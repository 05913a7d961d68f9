/** The tree of a project as an outline, for readers that follow all of it. */

import { sql as raw } from 'kysely';
import { DEPENDS_ON, READINESS } from '../../../domain/work/work-node.ts';
import type { CountsBelow, OutlineNode, WorkHolding, WorkQueries } from '../../work-port.ts';
import { type Listed, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared, rawStatement } from '../prepared.ts';
import { isClaimed } from './filters.ts';

interface InWorkspace {
  readonly workspace: string;
}

const OUTLINED = [
  ...(['id', 'project', 'parent', 'depth', 'created_key', 'summary', 'readiness'] as const),
  ...(['priority_key', 'claimed_by', 'claimed_ms', 'claim_of_process', 'updated_ms'] as const),
] as const;

const nodesAfter = prepared(
  (sql: Sql, args: InWorkspace & { project: string; after: number; limit: number }) =>
    sql
      .selectFrom('work_nodes')
      .select(OUTLINED)
      .where('workspace', '=', args.workspace)
      .where('project', '=', args.project)
      .where('created_key', '>', args.after)
      .orderBy('created_key')
      .limit(args.limit),
);

const nodesOf = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  sql
    .selectFrom('work_nodes')
    .select(OUTLINED)
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`id in ${rowsOf(sql, args.ids)}`),
);

type Outlined = Awaited<ReturnType<typeof nodesOf>>[number];

interface Counted {
  readonly id: string;
  readonly count: number;
}

const countsBelow = prepared((sql: Sql, args: InWorkspace & { project: string; ids: Listed }) =>
  sql
    .selectFrom('work_facet_counts')
    .select(['value', 'actionable', 'open', 'blocked', 'resolved'])
    .where('workspace', '=', args.workspace)
    .where('project', '=', args.project)
    .where('kind', '=', 'a')
    .where('path', '=', '')
    .where(raw<boolean>`value in ${rowsOf(sql, args.ids)}`),
);

const countsOfProject = prepared((sql: Sql, args: InWorkspace & { project: string }) =>
  sql
    .selectFrom('work_projects')
    .select(['root', 'total', 'actionable', 'blocked', 'resolved'])
    .where('workspace', '=', args.workspace)
    .where('name', '=', args.project),
);

const evidenceCounts = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  rawStatement(
    sql,
    raw<Counted>`select node as id, count(*) as count from work_evidence
    where workspace = ${args.workspace} and node in ${rowsOf(sql, args.ids)} group by node`,
  ),
);

const dependencies = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  sql
    .selectFrom('work_edges')
    .select(['from_id', 'to_id'])
    .where('workspace', '=', args.workspace)
    .where(raw<boolean>`from_id in ${rowsOf(sql, args.ids)}`)
    .where('type', '=', DEPENDS_ON)
    .orderBy('from_id')
    .orderBy('to_id'),
);

/** A union, so that an ancestor of many is met once. */
const lines = prepared((sql: Sql, args: InWorkspace & { ids: Listed }) =>
  rawStatement(
    sql,
    raw<{ id: string }>`with recursive line (id, parent) as (
    select id, parent from work_nodes where workspace = ${args.workspace}
      and id in ${rowsOf(sql, args.ids)}
    union
    select n.id, n.parent from line as l cross join work_nodes as n
      where n.workspace = ${args.workspace} and n.id = l.parent) select id from line`,
  ),
);

type Outlines = Pick<WorkQueries, 'outline' | 'outlineOf' | 'lines' | 'holdings'>;

export function readOutlines(sql: Sql, workspace: string): Outlines {
  return {
    async outline(project, { after, limit }) {
      const rows = await nodesAfter(sql, { workspace, project, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const nodes = await outlined(sql, workspace, project, shown);
      const last = shown.at(-1)?.created_key;
      return { nodes, ...(rows.length > limit && last !== undefined ? { next: last } : {}) };
    },
    async outlineOf(project, ids) {
      const rows = await nodesOf(sql, { workspace, ids: listed(ids) });
      const own = rows.filter((row) => row.project === project);
      return outlined(sql, workspace, project, own);
    },
    async lines(ids) {
      if (ids.length === 0) return [];
      return (await lines(sql, { workspace, ids: listed(ids) })).map((row) => row.id);
    },
    holdings: (project) => holdings(sql, workspace, project),
  };
}

/** By a few statements, however many nodes. */
async function outlined(
  sql: Sql,
  workspace: string,
  project: string,
  rows: readonly Outlined[],
): Promise<readonly OutlineNode[]> {
  if (rows.length === 0) return [];
  const ids = listed(rows.map((row) => row.id));
  const [root] = await countsOfProject(sql, { workspace, project });
  const below = new Map(
    (await countsBelow(sql, { workspace, project, ids })).map(({ value, ...counts }) => [
      value,
      counts,
    ]),
  );
  const evidence = new Map(
    (await evidenceCounts(sql, { workspace, ids })).map((row) => [row.id, Number(row.count)]),
  );
  const dependsOn = new Map<string, string[]>();
  for (const { from_id: from, to_id: to } of await dependencies(sql, { workspace, ids })) {
    const known = dependsOn.get(from);
    if (known) known.push(to);
    else dependsOn.set(from, [to]);
  }
  return rows.map((row) => ({
    id: row.id,
    parent: row.parent,
    depth: row.depth,
    order: row.created_key,
    summary: row.summary,
    readiness: row.readiness,
    priority: 0 - row.priority_key,
    updatedMs: row.updated_ms,
    claim: row.claimed_by === '' ? undefined : holdingFrom(row),
    below: (row.id === root?.root ? belowRoot(root, row) : below.get(row.id)) ?? NOTHING,
    evidence: evidence.get(row.id) ?? 0,
    dependsOn: dependsOn.get(row.id) ?? [],
  }));
}

const NOTHING: CountsBelow = { actionable: 0, open: 0, blocked: 0, resolved: 0 };

/** What is below the root is counted by the project, which includes the root itself. */
function belowRoot(
  counts: { total: number; actionable: number; blocked: number; resolved: number },
  { readiness }: Outlined,
): CountsBelow {
  const { total, actionable, blocked, resolved } = counts;
  const all = { actionable, open: total - actionable - blocked - resolved, blocked, resolved };
  const own = (name: keyof CountsBelow) => (READINESS[name] === readiness ? 1 : 0);
  return {
    actionable: all.actionable - own('actionable'),
    open: all.open - own('open'),
    blocked: all.blocked - own('blocked'),
    resolved: all.resolved - own('resolved'),
  };
}

type Claiming = Pick<
  Outlined,
  'id' | 'project' | 'claimed_by' | 'claimed_ms' | 'claim_of_process' | 'readiness'
>;

function holdingFrom(row: Claiming): WorkHolding {
  return {
    id: row.id,
    project: row.project,
    agent: row.claimed_by,
    atMs: row.claimed_ms,
    ofProcess: row.claim_of_process === 1,
    readiness: row.readiness,
  };
}

/** Claimed nodes are few, and have an index of their own. */
async function holdings(
  sql: Sql,
  workspace: string,
  project: string | undefined,
): Promise<readonly WorkHolding[]> {
  let query = sql
    .selectFrom('work_nodes as n')
    .select(['n.id', 'n.project', 'n.claimed_by', 'n.claimed_ms', 'n.claim_of_process'])
    .select('n.readiness')
    .where('n.workspace', '=', workspace)
    .where(isClaimed)
    .where('n.resolved', '=', 0);
  if (project !== undefined) query = query.where('n.project', '=', project);
  const rows = await query.execute();
  return rows.map(holdingFrom).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
