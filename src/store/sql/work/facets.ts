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
import { rowsInto } from '../insert-rows.ts';
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

const FACET = ['workspace', 'project', 'kind', 'path', 'value'] as const;

export const insertFacets = rowsInto<FacetRow, keyof FacetRow>('work_facets', [
  ...FACET,
  ...(['node', 'readiness', 'priority_key', 'depth_key', 'depth', 'updated_seq'] as const),
]);

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

/** The usual change: indexes of what stays are left alone. */
const turnAnew = prepared(
  (sql: Sql, row: Pick<Place, 'created_key' | 'readiness' | 'updated_seq'> & Workspace) =>
    sql
      .updateTable('work_facets')
      .set({ readiness: row.readiness, updated_seq: row.updated_seq })
      .where('workspace', '=', row.workspace)
      .where('node', '=', row.created_key),
);

const touchAnew = prepared(
  (sql: Sql, row: Pick<Place, 'created_key' | 'updated_seq'> & Workspace) =>
    sql
      .updateTable('work_facets')
      .set({ updated_seq: row.updated_seq })
      .where('workspace', '=', row.workspace)
      .where('node', '=', row.created_key),
);

interface Workspace {
  readonly workspace: string;
}

/** How a node stands in every order. */
export type Place = Pick<
  NodeRow,
  'created_key' | 'readiness' | 'priority_key' | 'depth_key' | 'depth' | 'updated_seq'
>;

const FEW = 4;

export interface Moved {
  readonly was: Place;
  readonly now: Place;
}

/** After the nodes themselves have changed. */
export async function placeFacets(
  sql: Sql,
  { workspace, project }: InProject,
  moved: readonly Moved[],
): Promise<void> {
  if (moved.length <= FEW) {
    for (const { was, now } of moved) {
      const stays = was.priority_key === now.priority_key && was.depth === now.depth;
      if (!stays) await placeAnew(sql, { ...now, workspace });
      else if (was.readiness !== now.readiness) await turnAnew(sql, { ...now, workspace });
      else await touchAnew(sql, { ...now, workspace });
    }
    return;
  }
  const nodes = moved.map(({ now }) => now);
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

type CountsRow = Tables['work_facet_counts'];

const COUNTS = ['actionable', 'open', 'blocked', 'resolved'] as const;

const addCounts = rowsInto<CountsRow, keyof CountsRow>(
  'work_facet_counts',
  [...FACET, ...COUNTS],
  `on conflict (${FACET.join(', ')}) do update set ${COUNTS.map(
    (name) => `${name} = work_facet_counts.${name} + excluded.${name}`,
  ).join(', ')}`,
);

export interface Counted {
  readonly facet: Facet;
  readonly counts: Counts;
}

/** Each facet once. */
export async function countFacets(
  sql: Sql,
  { workspace, project }: InProject,
  all: readonly Counted[],
): Promise<void> {
  await addCounts(
    sql,
    all.map(({ facet: { kind, path, value }, counts: [actionable, open, blocked, resolved] }) => ({
      ...{ workspace, project, kind, path, value },
      ...{ actionable, open, blocked, resolved },
    })),
  );
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

/** Nodes that went from one readiness to another are counted anew in their facets. */
export async function countTurns(
  sql: Sql,
  { workspace, project }: InProject,
  moved: readonly Moved[],
): Promise<void> {
  const ways = new Map<string, Moved[]>();
  for (const each of moved) {
    if (each.was.readiness === each.now.readiness) continue;
    const way = `${each.was.readiness} ${each.now.readiness}`;
    ways.set(way, [...(ways.get(way) ?? []), each]);
  }
  for (const alike of ways.values()) {
    const { was, now } = alike[0] as Moved;
    const nodes = alike.map((each) => each.now.created_key);
    const by = COUNTS.map((_, at) => Number(at === now.readiness) - Number(at === was.readiness));
    for (const some of chunksOf(nodes)) await turnAll(sql, { workspace, project }, some, by);
  }
}

/** One statement for all that turned the same way, however many. */
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
  const fresh = has.filter((each) => !old.has(keyOf(each)));
  await insertFacets(
    sql,
    fresh.map((facet) => facetRow(node, facet)),
  );
  const counts = countsAt(node.readiness, 1);
  await countFacets(
    sql,
    node,
    fresh.map((facet) => ({ facet, counts })),
  );
}

/** All that a node is found by, when it is removed. */
export async function dropFacets(sql: Sql, node: NodeRow): Promise<void> {
  const { workspace, created_key: key } = node;
  await removeFacets(sql, node, (await facetsOfNode(sql, { workspace, node: key })) as Facet[]);
}

async function removeFacets(sql: Sql, node: NodeRow, gone: readonly Facet[]): Promise<void> {
  const { workspace, project, created_key: key } = node;
  for (const { kind, path, value } of gone) {
    await deleteFacet(sql, { workspace, project, kind, path, value, node: key });
    const counts = countsAt(node.readiness, -1);
    await countFacets(sql, node, [{ facet: { kind, path, value }, counts }]);
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
