/**
 * What nodes are found by: those above them, and their properties.
 *
 * Each facet of a node carries its place in every order, so that whatever is asked for is a stretch
 * of one index; and each facet is counted by readiness, so that totals need not be.
 */

import { sql as raw } from 'kysely';
import { propertyValues } from '../../../domain/work/property-paths.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { NodeRow } from './rows.ts';

export type FacetRow = Tables['work_facets'];

export interface Facet {
  readonly kind: 'a' | 'p';
  readonly path: string;
  readonly value: string;
}

interface InProject {
  readonly workspace: string;
  readonly project: string;
}

export function below(ancestor: string): Facet {
  return { kind: 'a', path: '', value: ancestor };
}

export function propertyFacets(properties: JsonObject): Facet[] {
  return propertyValues(properties).map(({ path, value }) => ({ kind: 'p', path, value }));
}

export const insertFacet = prepared((sql: Sql, row: FacetRow) =>
  sql.insertInto('work_facets').values({
    workspace: row.workspace,
    project: row.project,
    kind: row.kind,
    path: row.path,
    value: row.value,
    node: row.node,
    readiness: row.readiness,
    priority_key: row.priority_key,
    depth_key: row.depth_key,
    depth: row.depth,
    updated_seq: row.updated_seq,
  }),
);

const deleteFacet = prepared((sql: Sql, row: InProject & Facet & { node: number }) =>
  sql
    .deleteFrom('work_facets')
    .where('workspace', '=', row.workspace)
    .where('project', '=', row.project)
    .where('kind', '=', row.kind)
    .where('path', '=', row.path)
    .where('value', '=', row.value)
    .where('node', '=', row.node),
);

export const facetsOfNode = prepared((sql: Sql, args: { workspace: string; node: number }) =>
  sql
    .selectFrom('work_facets')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('node', '=', args.node),
);

const placeAnew = prepared((sql: Sql, row: Place & { workspace: string }) =>
  sql
    .updateTable('work_facets')
    .set({
      readiness: row.readiness,
      priority_key: row.priority_key,
      depth_key: row.depth_key,
      depth: row.depth,
      updated_seq: row.updated_seq,
    })
    .where('workspace', '=', row.workspace)
    .where('node', '=', row.created_key),
);

/** How a node stands in every order. */
export type Place = Pick<
  NodeRow,
  'created_key' | 'readiness' | 'priority_key' | 'depth_key' | 'depth' | 'updated_seq'
>;

const FEW = 4;

/** After the nodes themselves have changed. */
export async function placeFacets(
  sql: Sql,
  { workspace, project }: InProject,
  nodes: readonly Place[],
): Promise<void> {
  if (nodes.length <= FEW) {
    for (const node of nodes) await placeAnew(sql, { ...node, workspace });
    return;
  }
  for (const some of chunksOf(nodes.map((node) => node.created_key))) {
    await raw`update work_facets
      set (readiness, priority_key, depth_key, depth, updated_seq) = (
        select n.readiness, n.priority_key, n.depth_key, n.depth, n.updated_seq
        from work_nodes as n where n.workspace = ${workspace} and n.project = ${project}
        and n.created_key = work_facets.node)
      where workspace = ${workspace} and node in (${raw.join(some)})`.execute(sql);
  }
}

/** By readiness, in its order. */
export type Counts = readonly [number, number, number, number];

export function countsAt(readiness: number, by: number): Counts {
  const at = (each: number) => (each === readiness ? by : 0);
  return [at(0), at(1), at(2), at(3)];
}

const addCounts = prepared(
  (
    sql: Sql,
    args: InProject & Facet & { actionable: number; open: number; blocked: number; done: number },
  ) =>
    sql
      .insertInto('work_facet_counts')
      .values({
        workspace: args.workspace,
        project: args.project,
        kind: args.kind,
        path: args.path,
        value: args.value,
        actionable: args.actionable,
        open: args.open,
        blocked: args.blocked,
        resolved: args.done,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace', 'project', 'kind', 'path', 'value']).doUpdateSet(() => ({
          actionable: raw<number>`work_facet_counts.actionable + excluded.actionable`,
          open: raw<number>`work_facet_counts.open + excluded.open`,
          blocked: raw<number>`work_facet_counts.blocked + excluded.blocked`,
          resolved: raw<number>`work_facet_counts.resolved + excluded.resolved`,
        })),
      ),
);

export async function countFacet(
  sql: Sql,
  place: InProject,
  { kind, path, value }: Facet,
  [actionable, open, blocked, done]: Counts,
): Promise<void> {
  const { workspace, project } = place;
  const key = { workspace, project, kind, path, value };
  await addCounts(sql, { ...key, actionable, open, blocked, done });
}

export const countsOfFacet = prepared((sql: Sql, args: InProject & Facet) =>
  sql
    .selectFrom('work_facet_counts')
    .select(['actionable', 'open', 'blocked', 'resolved'])
    .where('workspace', '=', args.workspace)
    .where('project', '=', args.project)
    .where('kind', '=', args.kind)
    .where('path', '=', args.path)
    .where('value', '=', args.value),
);

/** What nobody has any more is not kept. */
export const forgetEmpty = prepared((sql: Sql, args: InProject & Facet) =>
  sql
    .deleteFrom('work_facet_counts')
    .where('workspace', '=', args.workspace)
    .where('project', '=', args.project)
    .where('kind', '=', args.kind)
    .where('path', '=', args.path)
    .where('value', '=', args.value)
    .where(raw<boolean>`actionable + open + blocked + resolved = 0`),
);

/** Nodes that have changed from one readiness to another, and the facets they are counted in. */
export interface Turn {
  readonly node: number;
  readonly from: number;
  readonly to: number;
}

/** One statement for all that turned the same way, however many. */
export async function countTurns(
  sql: Sql,
  { workspace, project }: InProject,
  turns: readonly Turn[],
): Promise<void> {
  const ways = new Map<string, Turn[]>();
  for (const turn of turns) {
    const way = `${turn.from} ${turn.to}`;
    ways.set(way, [...(ways.get(way) ?? []), turn]);
  }
  for (const [first, ...rest] of ways.values()) {
    if (!first) continue;
    const nodes = [first, ...rest].map((turn) => turn.node);
    const by = COUNTS.map((_, at) => Number(at === first.to) - Number(at === first.from));
    for (const some of chunksOf(nodes)) await turnAll(sql, { workspace, project }, some, by);
  }
}

const COUNTS = ['actionable', 'open', 'blocked', 'resolved'] as const;

async function turnAll(
  sql: Sql,
  { workspace, project }: InProject,
  nodes: readonly number[],
  by: readonly number[],
): Promise<void> {
  const times = raw.join(by.map((each) => raw`count(*) * ${raw.lit(each)}`));
  const added = COUNTS.map(
    (name) =>
      raw`${raw.ref(name)} = work_facet_counts.${raw.ref(name)} + excluded.${raw.ref(name)}`,
  );
  await raw`insert into work_facet_counts
    (workspace, project, kind, path, value, actionable, open, blocked, resolved)
    select ${workspace}, ${project}, f.kind, f.path, f.value, ${times}
    from work_facets as f where f.workspace = ${workspace} and f.node in (${raw.join(nodes)})
    group by f.kind, f.path, f.value
    on conflict (workspace, project, kind, path, value) do update set ${raw.join(added)}`.execute(
    sql,
  );
}

/** Its properties become these; its place and its readiness are still what they were. */
export async function changeProperties(
  sql: Sql,
  node: NodeRow,
  before: JsonObject,
  after: JsonObject,
): Promise<void> {
  const keyOf = ({ path, value }: Facet) => JSON.stringify([path, value]);
  const [had, has] = [propertyFacets(before), propertyFacets(after)];
  const [old, now] = [new Set(had.map(keyOf)), new Set(has.map(keyOf))];
  await removeFacets(
    sql,
    node,
    had.filter((facet) => !now.has(keyOf(facet))),
  );
  for (const facet of has.filter((each) => !old.has(keyOf(each)))) {
    await insertFacet(sql, facetRow(node, facet));
    await countFacet(sql, node, facet, countsAt(node.readiness, 1));
  }
}

export async function removeFacets(sql: Sql, node: NodeRow, gone: readonly Facet[]): Promise<void> {
  const { workspace, project, created_key: key } = node;
  for (const { kind, path, value } of gone) {
    await deleteFacet(sql, { workspace, project, kind, path, value, node: key });
    await countFacet(sql, node, { kind, path, value }, countsAt(node.readiness, -1));
    await forgetEmpty(sql, { workspace, project, kind, path, value });
  }
}

export function facetRow(node: InProject & Place, { kind, path, value }: Facet): FacetRow {
  return {
    workspace: node.workspace,
    project: node.project,
    kind,
    path,
    value,
    node: node.created_key,
    readiness: node.readiness,
    priority_key: node.priority_key,
    depth_key: node.depth_key,
    depth: node.depth,
    updated_seq: node.updated_seq,
  };
}
