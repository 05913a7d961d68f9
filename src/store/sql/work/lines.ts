/** Writes the ancestor facets of nodes: for new ones, and for whole subtrees that are moved. */

import { sql as raw } from 'kysely';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Sql } from '../engine.ts';
import {
  below,
  type Counts,
  countFacets,
  countsAt,
  countsOfFacet,
  type Facet,
  type FacetRow,
  facetRow,
  facetsOfNode,
  forgetEmpty,
  insertFacets,
  propertyFacets,
  type SortKeys,
} from './facets.ts';

interface InProject {
  readonly workspace: string;
  readonly project: string;
}

/** The ancestors of a node and the node itself, without the root, which is above everything. */
export async function lineTo(
  sql: Sql,
  workspace: string,
  id: string,
  { created_key: node, depth }: Pick<SortKeys, 'created_key' | 'depth'>,
): Promise<readonly string[]> {
  if (depth === 0) return [];
  const facets = await facetsOfNode(sql, { workspace, node });
  return [...facets.flatMap((facet) => (facet.kind === 'a' ? [facet.value] : [])), id];
}

interface NewNode {
  readonly id: string;
  readonly parent: string;
  readonly properties: JsonObject;
}

/** For a batch in any order; `places` has the new nodes and their parents as they are now. */
export async function addFacets(
  sql: Sql,
  inProject: InProject,
  nodes: readonly NewNode[],
  places: ReadonlyMap<string, SortKeys>,
): Promise<void> {
  const placeOf = (id: string) => {
    const place = places.get(id);
    if (!place) throw new Error(`work node ${id} does not exist`);
    return place;
  };
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const lines = new Map<string, readonly string[]>();
  const lineOf = async (id: string): Promise<readonly string[]> => {
    const known = lines.get(id);
    if (known) return known;
    const parent = parents.get(id);
    const line =
      parent === undefined
        ? await lineTo(sql, inProject.workspace, id, placeOf(id))
        : [...(await lineOf(parent)), id];
    lines.set(id, line);
    return line;
  };
  const rows: FacetRow[] = [];
  for (const { id, parent, properties } of nodes) {
    const place = { ...inProject, ...placeOf(id) };
    const facets = [...(await lineOf(parent)).map(below), ...propertyFacets(properties)];
    rows.push(...facets.map((facet) => facetRow(place, facet)));
  }
  await insertFacets(sql, rows);
  await countFacets(sql, inProject, counted(rows));
}

function counted(rows: readonly FacetRow[]): { facet: Facet; counts: Counts }[] {
  const found = new Map<string, { facet: Facet; counts: [number, number, number, number] }>();
  for (const { kind, path, value, readiness } of rows) {
    const key = JSON.stringify([kind, path, value]);
    const facet = { kind: kind as Facet['kind'], path, value };
    const entry = found.get(key) ?? { facet, counts: [0, 0, 0, 0] };
    for (const [at, by] of countsAt(readiness, 1).entries()) {
      entry.counts[at as 0] += by;
    }
    found.set(key, entry);
  }
  return [...found.values()];
}

interface Relinked {
  /** All its descendants are affected. */
  readonly top: string;
  /** Also the node itself, if it stays. */
  readonly own?: SortKeys | undefined;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Gives the descendants of a node, and the node itself if it stays, other ancestors. */
export async function relink(
  sql: Sql,
  inProject: InProject,
  { top, own, from, to }: Relinked,
): Promise<void> {
  const { workspace, project } = inProject;
  const [row] = await countsOfFacet(sql, { ...inProject, ...below(top) });
  const one = own ? countsAt(own.readiness, 1) : ([0, 0, 0, 0] as const);
  const counts: Counts = [
    (row?.actionable ?? 0) + one[0],
    (row?.open ?? 0) + one[1],
    (row?.blocked ?? 0) + one[2],
    (row?.resolved ?? 0) + one[3],
  ];
  const places = raw`node, readiness, priority_key, depth_key, depth, updated_seq`;
  const under = (id: string) => raw`workspace = ${workspace} and project = ${project}
    and kind = 'a' and path = '' and value = ${id}`;
  for (const id of to.filter((each) => !from.includes(each))) {
    await raw`insert into work_facets (workspace, project, kind, path, value, ${places})
      select workspace, project, kind, path, ${id}, ${places}
      from work_facets where ${under(top)}`.execute(sql);
    if (own) await insertFacets(sql, [facetRow({ workspace, project, ...own }, below(id))]);
    await countFacets(sql, inProject, [{ facet: below(id), counts }]);
  }
  // The facets of the top itself select the others, so they go last.
  const gone = from.filter((each) => !to.includes(each) && each !== top);
  for (const id of from.includes(top) ? [...gone, top] : gone) {
    await raw`delete from work_facets where ${under(id)} and node in (
      select node from work_facets where ${under(top)})`.execute(sql);
    if (own) {
      await raw`delete from work_facets where ${under(id)}
        and node = ${own.created_key}`.execute(sql);
    }
    await countFacets(sql, inProject, [{ facet: below(id), counts: negated(counts) }]);
    await forgetEmpty(sql, { workspace, project, ...below(id) });
  }
}

function negated([a, b, c, d]: Counts): Counts {
  return [-a, -b, -c, -d];
}
