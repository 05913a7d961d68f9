/** Branches in SQL: the queries, and the projection that fills their table. */

import { sql as raw } from 'kysely';
import { type Branch, branchIdOf } from '../../../domain/branches/branch.ts';
import { type BranchGlance, type BranchQueries, type FormerName, MAX_COUNTED } from '../../port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';

function branchesOf(sql: Sql, workspace: string) {
  return sql
    .selectFrom('branches as b')
    .leftJoin('branches as base', (join) =>
      join.onRef('base.workspace', '=', 'b.workspace').onRef('base.id', '=', 'b.base_branch'),
    )
    .select([
      'b.id',
      'b.name',
      'b.base_branch',
      'b.base_seq',
      'b.depth',
      'b.created_ms',
      'b.target',
      'base.name as base_name',
    ])
    .where('b.workspace', '=', workspace);
}

const branchById = prepared((sql: Sql, args: { workspace: string; id: number }) =>
  branchesOf(sql, args.workspace).where('b.id', '=', args.id),
);

const branchByName = prepared((sql: Sql, args: { workspace: string; name: string }) =>
  branchesOf(sql, args.workspace).where('b.name', '=', args.name),
);

const branchOfTarget = prepared((sql: Sql, args: { workspace: string; target: string }) =>
  branchesOf(sql, args.workspace).where('b.target', '=', args.target),
);

const branchList = prepared((sql: Sql, args: { workspace: string; limit: number }) =>
  branchesOf(sql, args.workspace).orderBy('b.name').limit(args.limit),
);

const branchOnBase = prepared((sql: Sql, args: { workspace: string; base: number }) =>
  branchesOf(sql, args.workspace)
    .where('b.base_branch', '=', args.base)
    .orderBy('b.base_branch')
    .orderBy('b.id')
    .limit(1),
);

/** The branch itself, then its base, then the base of that, and so on. */
const branchLineage = prepared((sql: Sql, args: { workspace: string; id: number }) =>
  sql
    .withRecursive('line', (cte) =>
      cte
        .selectFrom('branches as own')
        .select(['own.id', 'own.base_branch', 'own.base_seq', raw<number>`0`.as('step')])
        .where('own.workspace', '=', args.workspace)
        .where('own.id', '=', args.id)
        .unionAll(
          cte
            .selectFrom('branches as base')
            .innerJoin('line', 'line.base_branch', 'base.id')
            .select([
              'base.id',
              'base.base_branch',
              'base.base_seq',
              raw<number>`line.step + 1`.as('step'),
            ])
            .where('base.workspace', '=', args.workspace),
        ),
    )
    .selectFrom('line')
    .selectAll()
    .orderBy('step'),
);

function lastFormerName(sql: Sql, workspace: string) {
  return sql
    .selectFrom('former_branch_names')
    .select(['id', 'name', 'seq'])
    .where('workspace', '=', workspace)
    .orderBy('seq', 'desc')
    .limit(1);
}

const formerByName = prepared((sql: Sql, args: { workspace: string; name: string }) =>
  lastFormerName(sql, args.workspace).where('name', '=', args.name),
);

const formerById = prepared((sql: Sql, args: { workspace: string; id: number }) =>
  lastFormerName(sql, args.workspace).where('id', '=', args.id),
);

/** What a list shows of branches; each part is a range of an index. */
function glancesIn(sql: Sql, workspace: string) {
  return branchesOf(sql, workspace)
    .select([
      raw<number>`(select count(*) from (select 1 from events as e where e.workspace = b.workspace
        and e.branch = b.id and e.doc is not null limit ${raw.lit(MAX_COUNTED + 1)}) as counted)`.as(
        'own',
      ),
      // `+ 0` keeps the engine from walking all documents by their age to find the last of a branch.
      raw<number | null>`(select max(d.last_seq + 0) from documents as d
        where d.workspace = b.workspace and d.branch = b.id)`.as('last_seq'),
      raw<number>`(select count(*) from graph_conflicts as c where c.workspace = b.workspace
        and c.into_branch = b.id and c.status = 'open')`.as('conflicts'),
    ])
    .orderBy('b.id');
}

const glancesAfter = prepared(
  (sql: Sql, args: { workspace: string; after: number; limit: number }) =>
    glancesIn(sql, args.workspace).where('b.id', '>', args.after).limit(args.limit),
);

type GlanceRow = Awaited<ReturnType<typeof glancesAfter>>[number];

function glanceFrom(row: GlanceRow): BranchGlance {
  return {
    branch: branchFrom(row),
    own: Number(row.own),
    lastSeq: row.last_seq === null ? undefined : Number(row.last_seq),
    openConflicts: Number(row.conflicts),
  };
}

async function glancesOf(
  sql: Sql,
  workspace: string,
  ids: readonly number[],
): Promise<readonly BranchGlance[]> {
  const found: BranchGlance[] = [];
  for (const some of chunksOf([...new Set(ids)])) {
    const rows = await glancesIn(sql, workspace).where('b.id', 'in', some).execute();
    found.push(...rows.map(glanceFrom));
  }
  return found;
}

export function branchQueries(sql: Sql, workspace: string): BranchQueries {
  return {
    byId: async (id) => (await branchById(sql, { workspace, id })).map(branchFrom)[0],
    byName: async (name) => (await branchByName(sql, { workspace, name })).map(branchFrom)[0],
    ofTarget: async (target) =>
      (await branchOfTarget(sql, { workspace, target })).map(branchFrom)[0],
    formerlyNamed: async (name) => (await formerByName(sql, { workspace, name }))[0],
    formerNameOf: async (id) => (await formerById(sql, { workspace, id }))[0],
    list: async (limit) => (await branchList(sql, { workspace, limit })).map(branchFrom),
    standingOn: async (id) => (await branchOnBase(sql, { workspace, base: id })).map(branchFrom)[0],
    glances: async (after, limit) =>
      (await glancesAfter(sql, { workspace, after, limit })).map(glanceFrom),
    glancesOf: (ids) => glancesOf(sql, workspace, ids),
    async lineage(id) {
      const rows = await branchLineage(sql, { workspace, id });
      return rows.map((row) => ({
        branch: row.id,
        ...(row.base_seq === null ? {} : { baseSeq: row.base_seq }),
      }));
    },
  };
}

interface BranchRow {
  id: number;
  name: string;
  base_branch: number | null;
  base_seq: number | null;
  base_name: string | null;
  depth: number;
  created_ms: number;
  target: string | null;
}

function branchFrom(row: BranchRow): Branch {
  const based = row.base_branch !== null && row.base_seq !== null && row.base_name !== null;
  return {
    id: row.id,
    name: row.name,
    ...(based
      ? {
          base: {
            branch: row.base_branch as number,
            seq: row.base_seq as number,
            name: row.base_name as string,
          },
        }
      : {}),
    depth: row.depth,
    createdMs: row.created_ms,
    ...(row.target === null ? {} : { target: row.target }),
  };
}

async function depthOf(sql: Sql, workspace: string, id: number): Promise<number> {
  const row = await sql
    .selectFrom('branches')
    .select('depth')
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.depth;
}

async function keepName(sql: Sql, workspace: string, former: FormerName): Promise<void> {
  await sql
    .insertInto('former_branch_names')
    .values({ workspace, ...former })
    .execute();
}

export const branchesProjection: Projection = {
  name: 'branches',
  tables: [
    { name: 'branches', key: ['workspace', 'id'] },
    { name: 'former_branch_names', key: ['workspace', 'seq'] },
  ],
  on: {
    async workspace_initialized(sql, workspace, event) {
      await sql
        .insertInto('branches')
        .values({
          workspace,
          id: event.seq,
          name: event.payload.branch,
          base_branch: null,
          base_seq: null,
          depth: 0,
          created_ms: event.tsMs,
          target: null,
        })
        .execute();
    },
    async branch_created(sql, workspace, event) {
      const { name, base, target } = event.payload;
      const below = base && (await depthOf(sql, workspace, base.branch));
      await sql
        .insertInto('branches')
        .values({
          workspace,
          id: event.seq,
          name,
          base_branch: base?.branch ?? null,
          base_seq: base?.seq ?? null,
          depth: below === undefined ? 0 : below + 1,
          created_ms: event.tsMs,
          target: target ?? null,
        })
        .execute();
    },
    async branch_renamed(sql, workspace, event) {
      const id = branchIdOf(event.entity);
      await sql
        .updateTable('branches')
        .set({ name: event.payload.to })
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .execute();
      await keepName(sql, workspace, { id, name: event.payload.from, seq: event.seq });
    },
    /** The notes and reasoning of a deleted target stay, on a branch like any other. */
    async task_deleted(sql, workspace, event) {
      await sql
        .updateTable('branches')
        .set({ target: null })
        .where('workspace', '=', workspace)
        .where('target', '=', event.entity)
        .execute();
    },
    async branch_deleted(sql, workspace, event) {
      const { id, name } = await sql
        .deleteFrom('branches')
        .where('workspace', '=', workspace)
        .where('id', '=', branchIdOf(event.entity))
        .returning(['id', 'name'])
        .executeTakeFirstOrThrow();
      await keepName(sql, workspace, { id, name, seq: event.seq });
    },
  },
};
