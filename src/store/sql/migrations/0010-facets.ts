/** What work and tasks are found by, in order and counted, and the words of their texts. */

import { type RawBuilder, sql as raw } from 'kysely';
import { dialectOf } from '../connection-dialect.ts';
import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { keepFacets } from '../targets/facets.ts';
import { indexTexts, type Space, type TextChange } from '../text-index.ts';

export const facets: Migration = {
  version: 10,
  async up(sql, type) {
    await makeFacets(sql, type);
    await fillFacets(sql);
    await indexFacets(sql);
    await sql.schema.dropTable('work_properties').execute();
    await sql.schema.dropIndex('work_nodes_claims').execute();
    await raw`create index work_nodes_claimed on work_nodes
      (workspace, project, claimed_by, claimed_ms) where claimed_by > ''`.execute(sql);
    await makeTargetFacets(sql, type);
    await makeTexts(sql, type);
    await fillTexts(sql);
  },
};

const FACET = ['workspace', 'project', 'kind', 'path', 'value'] as const;

/** Small rows with a long key: SQLite would keep each of them twice. */
function clustered(sql: Sql) {
  return dialectOf(sql).name === 'sqlite' ? raw`without rowid` : raw``;
}

async function makeFacets(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('work_facets')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('node', 'bigint', (c) => c.notNull())
    .addColumn('readiness', 'bigint', (c) => c.notNull())
    .addColumn('priority_key', 'double precision', (c) => c.notNull())
    .addColumn('depth_key', 'bigint', (c) => c.notNull())
    .addColumn('depth', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_facets_node', ['workspace', 'node', 'kind', 'path', 'value'])
    .modifyEnd(clustered(sql))
    .execute();
  await sql.schema
    .createTable('work_facet_counts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('actionable', 'bigint', (c) => c.notNull())
    .addColumn('open', 'bigint', (c) => c.notNull())
    .addColumn('blocked', 'bigint', (c) => c.notNull())
    .addColumn('resolved', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_facet_counts_facet', [...FACET])
    .modifyEnd(clustered(sql))
    .execute();
}

/** After the rows: that is several times faster than before them. */
async function indexFacets(sql: Sql): Promise<void> {
  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['rank', ['readiness', 'priority_key', 'depth_key', 'updated_seq', 'node']],
    ['recent', ['updated_seq', 'node']],
    ['depth', ['depth', 'node']],
    ['created', ['node']],
  ];
  for (const [name, columns] of orders) {
    await sql.schema
      .createIndex(`work_facets_${name}`)
      .on('work_facets')
      .columns([...FACET, ...columns])
      .execute();
  }
}

/** A memory that is older than these tables has nodes: they are found as if they were made today. */
async function fillFacets(sql: Sql): Promise<void> {
  const columns = raw`workspace, project, kind, path, value, node, readiness, priority_key,
    depth_key, depth, updated_seq`;
  const place = raw`n.created_key, n.readiness, n.priority_key, n.depth_key, n.depth,
    n.updated_seq`;
  await raw`insert into work_facets (${columns})
    select n.workspace, n.project, 'p', p.path, p.value, ${place}
    from work_properties as p cross join work_nodes as n
    where n.workspace = p.workspace and n.id = p.node`.execute(sql);
  // From each node upwards, a step at a time; the root has no parent and is left out.
  await raw`insert into work_facets (${columns})
    with recursive up (workspace, node, above) as (
      select workspace, id, parent from work_nodes where parent is not null
      union all
      select up.workspace, up.node, a.parent from up cross join work_nodes as a
      where a.workspace = up.workspace and a.id = up.above and a.parent is not null)
    select n.workspace, n.project, 'a', '', up.above, ${place}
    from up cross join work_nodes as a cross join work_nodes as n
    where a.workspace = up.workspace and a.id = up.above and a.parent is not null
    and n.workspace = up.workspace and n.id = up.node`.execute(sql);
  const counted = (readiness: number) =>
    raw`sum(case when readiness = ${raw.lit(readiness)} then 1 else 0 end)`;
  await raw`insert into work_facet_counts
    (workspace, project, kind, path, value, actionable, open, blocked, resolved)
    select workspace, project, kind, path, value,
      ${counted(0)}, ${counted(1)}, ${counted(2)}, ${counted(3)}
    from work_facets group by workspace, project, kind, path, value`.execute(sql);
}

async function makeTargetFacets(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('target_facets')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('facet', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('target_facets_number', [
      ...(['workspace', 'kind', 'number', 'facet', 'value'] as const),
    ])
    .modifyEnd(clustered(sql))
    .execute();
  for (const [name, columns] of [
    ['target_facets_listed', ['number']],
    ['target_facets_status', ['status', 'number']],
  ] as const) {
    await sql.schema
      .createIndex(name)
      .on('target_facets')
      .columns(['workspace', 'kind', 'facet', 'value', ...columns])
      .execute();
  }
  await sql.schema
    .createTable('target_facet_counts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('facet', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('todo', 'bigint', (c) => c.notNull())
    .addColumn('active', 'bigint', (c) => c.notNull())
    .addColumn('done', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('target_facet_counts_facet', [
      ...(['workspace', 'kind', 'facet', 'value'] as const),
    ])
    .modifyEnd(clustered(sql))
    .execute();
}

async function makeTexts(sql: Sql, type: ColumnTypes): Promise<void> {
  const table = (name: string) =>
    sql.schema
      .createTable(name)
      .addColumn('workspace', type.text, (c) => c.notNull())
      .addColumn('space', type.text, (c) => c.notNull())
      .addColumn('word', type.text, (c) => c.notNull());
  await table('text_words')
    .addColumn('items', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('text_words_word', ['workspace', 'space', 'word'])
    .modifyEnd(clustered(sql))
    .execute();
  await table('text_grams')
    .addColumn('gram', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('text_grams_gram', ['workspace', 'space', 'gram', 'word'])
    .modifyEnd(clustered(sql))
    .execute();
  await table('text_postings')
    .addColumn('item', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('text_postings_word', ['workspace', 'space', 'word', 'item'])
    .modifyEnd(clustered(sql))
    .execute();
}

const AT_ONCE = 400;

/**
 * Only the program can tell words apart, so the texts are read, some at a time. It is the one of
 * today: whoever changes these tables fills them in a later migration instead.
 */
async function fillTexts(sql: Sql): Promise<void> {
  await inPages(
    (after) =>
      raw<Tables['work_nodes']>`select workspace, id, project, created_key, search
        from work_nodes where ${after} order by workspace, id limit ${AT_ONCE}`.execute(sql),
    async (nodes) => {
      const spaces = new Map<string, { space: Space; texts: TextChange[] }>();
      for (const { workspace, project, created_key: item, search: after } of nodes) {
        const key = JSON.stringify([workspace, project]);
        const space = { workspace, space: `work ${project}` };
        const found = spaces.get(key) ?? { space, texts: [] };
        found.texts.push({ item, after });
        spaces.set(key, found);
      }
      for (const { space, texts } of spaces.values()) await indexTexts(sql, space, texts);
    },
  );
  await inPages(
    (after) =>
      raw<Tables['targets']>`select * from targets where ${after}
        order by workspace, id limit ${AT_ONCE}`.execute(sql),
    async (targets) => {
      for (const row of targets) {
        await keepFacets(sql, undefined, row);
        const space = { workspace: row.workspace, space: row.kind };
        await indexTexts(sql, space, [{ item: row.number, after: row.search }]);
      }
    },
  );
}

async function inPages<Row extends { workspace: string; id: string }>(
  page: (after: RawBuilder<boolean>) => Promise<{ readonly rows: readonly Row[] }>,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  let last = { workspace: '', id: '' };
  for (;;) {
    const { rows } = await page(raw<boolean>`(workspace, id) > (${last.workspace}, ${last.id})`);
    if (rows.length === 0) return;
    await take(rows);
    last = rows.at(-1) ?? last;
  }
}
