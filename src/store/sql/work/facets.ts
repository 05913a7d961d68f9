/**
 * The facets by which nodes are found: their ancestors and their properties.
 *
 * Each facet of a node stores the position of the node in every order, so that every list is a
 * range of one index. Each facet is also counted by readiness, so that totals need no scan.
 */

import { sql as raw } from 'kysely';
import { isOfClaim } from '../../../domain/work/claim.ts';
import { propertyValues } from '../../../domain/work/property-paths.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { sha256 } from '../../../sha256.ts';
import { type Listed, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared, rawStatement } from '../prepared.ts';
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

/** Claims expire by themselves, so the properties that represent them are not facets. */
export function propertyFacets(properties: JsonObject): Facet[] {
  const others = Object.entries(properties).filter(([name]) => !isOfClaim(name));
  return propertyValues(Object.fromEntries(others), sha256).map(({ path, value }) => ({
    kind: 'p',
    path,
    value,
  }));
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

const placeAnew = prepared((sql: Sql, row: SortKeys & { workspace: string }) =>
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

/** Separate statements for the usual changes, so that the other indexes are not touched. */
const turnAnew = prepared(
  (sql: Sql, row: Pick<SortKeys, 'readiness' | 'updated_seq'> & Workspace & { nodes: Listed }) =>
    sql
      .updateTable('work_facets')
      .set({ readiness: row.readiness, updated_seq: row.updated_seq })
      .where('workspace', '=', row.workspace)
      .where(raw<boolean>`node in ${rowsOf(sql, row.nodes, 'bigint')}`),
);

const touchAnew = prepared(
  (sql: Sql, row: Pick<SortKeys, 'created_key' | 'updated_seq'> & Workspace) =>
    sql
      .updateTable('work_facets')
      .set({ updated_seq: row.updated_seq })
      .where('workspace', '=', row.workspace)
      .where('node', '=', row.created_key),
);

/** Positions that differ from node to node are copied from the nodes, which are already updated. */
const copyPlaces = prepared((sql: Sql, args: InProject & { nodes: Listed }) =>
  rawStatement(
    sql,
    raw`update work_facets
    set (readiness, priority_key, depth_key, depth, updated_seq) = (
      select n.readiness, n.priority_key, n.depth_key, n.depth, n.updated_seq
      from work_nodes as n where n.workspace = ${args.workspace} and n.project = ${args.project}
      and n.created_key = work_facets.node)
    where workspace = ${args.workspace} and node in ${rowsOf(sql, args.nodes, 'bigint')}`,
  ),
);

interface Workspace {
  readonly workspace: string;
}

/** The position of a node in every order. */
export type SortKeys = Pick<
  NodeRow,
  'created_key' | 'readiness' | 'priority_key' | 'depth_key' | 'depth' | 'updated_seq'
>;

/** Builds few objects, since there may be thousands. */
export function placeAfter(was: SortKeys, columns: Partial<SortKeys>): SortKeys {
  return {
    created_key: was.created_key,
    readiness: columns.readiness ?? was.readiness,
    priority_key: columns.priority_key ?? was.priority_key,
    depth_key: columns.depth_key ?? was.depth_key,
    depth: columns.depth ?? was.depth,
    updated_seq: columns.updated_seq ?? was.updated_seq,
  };
}

export interface Moved {
  readonly was: SortKeys;
  readonly now: SortKeys;
}

/** Call it after the nodes themselves have changed. */
export async function moveFacets(
  sql: Sql,
  { workspace, project }: InProject,
  moved: readonly Moved[],
): Promise<void> {
  const stays = ({ was, now }: Moved) =>
    was.priority_key === now.priority_key && was.depth === now.depth;
  const others = moved.filter((each) => !stays(each));
  if (others.length === 1 && others[0]) await placeAnew(sql, { ...others[0].now, workspace });
  else if (others.length > 1) await copyPlaces(sql, { workspace, project, nodes: keysOf(others) });
  const alike = groupedBy(moved.filter(stays), ({ now }) => `${now.readiness} ${now.updated_seq}`);
  for (const group of alike) {
    const { was, now } = group[0] as Moved;
    const isTouched = group.length === 1 && was.readiness === now.readiness;
    if (isTouched) await touchAnew(sql, { ...now, workspace });
    else await turnAnew(sql, { ...now, workspace, nodes: keysOf(group) });
  }
}

function keysOf(moved: readonly Moved[]): Listed {
  return listed(moved.map(({ now }) => now.created_key));
}

function groupedBy(moved: readonly Moved[], keyOf: (each: Moved) => string): Moved[][] {
  const groups = new Map<string, Moved[]>();
  for (const each of moved) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
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

/** Each facet at most once. */
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

/** A facet that no node has any more has no row. */
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

/** Moves nodes that changed their readiness from one count of their facets to another. */
export async function countTurns(
  sql: Sql,
  { workspace, project }: InProject,
  moved: readonly Moved[],
): Promise<void> {
  const turned = moved.filter(({ was, now }) => was.readiness !== now.readiness);
  const ways = groupedBy(turned, ({ was, now }) => `${was.readiness} ${now.readiness}`);
  for (const alike of ways) {
    const { was, now } = alike[0] as Moved;
    const by = (at: number) => Number(at === now.readiness) - Number(at === was.readiness);
    const grown = { a: by(0), o: by(1), b: by(2), r: by(3) };
    await turnCounts(sql, { workspace, project, ...grown, nodes: keysOf(alike) });
  }
}

/** One statement for all that changed in the same way, however many. */
const turnCounts = prepared(
  (sql: Sql, args: InProject & { a: number; o: number; b: number; r: number; nodes: Listed }) =>
    rawStatement(
      sql,
      raw`insert into work_facet_counts
    (workspace, project, kind, path, value, actionable, open, blocked, resolved)
    select cast(${args.workspace} as text), cast(${args.project} as text),
      f.kind, f.path, f.value, count(*) * ${args.a},
      count(*) * ${args.o}, count(*) * ${args.b}, count(*) * ${args.r}
    from work_facets as f where f.workspace = ${args.workspace}
    and f.node in ${rowsOf(sql, args.nodes, 'bigint')}
    group by f.kind, f.path, f.value
    on conflict (workspace, project, kind, path, value) do update set
      ${raw.join(COUNTS.map(added))}`,
    ),
);

function added(name: (typeof COUNTS)[number]) {
  const column = raw.ref(name);
  return raw`${column} = work_facet_counts.${column} + excluded.${column}`;
}

/** Replaces the properties; position and readiness are not changed yet. */
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

/** Removes all facets of a node that is removed. */
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

export function facetRow(node: InProject & SortKeys, { kind, path, value }: Facet): FacetRow {
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
