/**
 * Translates a filter on the work graph to SQL, and chooses where the query starts.
 *
 * A query starts from the narrowest facet it names: a range of an index in the requested order. The
 * other conditions are checked node by node on the way.
 */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import { READINESS } from '../../../domain/work/work-node.ts';
import {
  type FoundWords,
  findWords,
  isFewer,
  isNarrow,
  itemsWith,
  type Space,
} from '../../../recall/index/substrings.ts';
import type { PropertyMatch, WorkFilter } from '../../work-port.ts';
import { containsInAnyCase } from '../contains.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { claimHolds, goneClaimants } from './claims.ts';
import { below, type Counts, countsOfFacet, type Facet } from './facets.ts';

type Sources = Tables & { n: Tables['work_nodes']; f: Tables['work_facets'] };

export type Query = SelectQueryBuilder<Sources, 'n' | 'f', object>;

export type Column =
  | 'readiness'
  | 'priority_key'
  | 'depth_key'
  | 'depth'
  | 'updated_seq'
  | 'created_key';

/** A filter, with what one transaction knows about it. */
export interface Question {
  readonly workspace: string;
  readonly project: string;
  readonly filter: Omit<WorkFilter, 'project'>;
  /** The agents that claimed by a process that has ended. */
  readonly gone: readonly string[];
  /** The narrowest first. */
  readonly facets: readonly Facet[];
  /** How many nodes the first facet has, or the project if there is no facet. */
  readonly size: number;
  /**
   * Present if a text is searched for whose words narrow the search; and whether to start from
   * them.
   */
  readonly words: FoundWords | undefined;
  readonly byWords: boolean;
  /** Everything except the root. */
  readonly belowRoot: boolean;
}

interface InProject {
  readonly workspace: string;
  readonly project: string;
}

/** The summaries of each project are indexed separately. */
export function textSpace({ workspace, project }: InProject): Space {
  return { workspace, space: `work ${project}` };
}

const projectRow = prepared((sql: Sql, args: InProject) =>
  sql
    .selectFrom('work_projects')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('name', '=', args.project),
);

export async function questionOf(
  sql: Sql,
  workspace: string,
  { project, ...filter }: WorkFilter,
): Promise<Question> {
  const place = { workspace, project };
  const { ancestor, claimedBy, properties = [] } = filter;
  const belowRoot = ancestor !== undefined && (await projectRow(sql, place))[0]?.root === ancestor;
  const facets: Facet[] = properties
    .filter((match) => !match.orAbsent)
    .map(({ path, value }) => ({ kind: 'p', path, value }));
  if (ancestor !== undefined && !belowRoot) facets.push(below(ancestor));
  const words =
    filter.text === undefined
      ? undefined
      : await findWords(sql, textSpace(place), filter.text.toLowerCase());
  const narrowest = await narrowestFirst(sql, place, facets, words !== undefined);
  return {
    ...place,
    filter,
    gone: claimedBy ? await goneClaimants(sql, workspace, project, claimedBy.rule) : [],
    ...narrowest,
    words,
    byWords: words !== undefined && isNarrow(words, narrowest.size),
    belowRoot,
  };
}

/** The size of the first facet is only looked up if something is compared with it. */
async function narrowestFirst(
  sql: Sql,
  place: InProject,
  facets: readonly Facet[],
  isWeighed: boolean,
): Promise<Pick<Question, 'facets' | 'size'>> {
  if (facets.length === 0) {
    const [project] = isWeighed ? await projectRow(sql, place) : [];
    return { facets, size: project?.total ?? 0 };
  }
  if (facets.length === 1 && !isWeighed) return { facets, size: 0 };
  const sizes = new Map<Facet, number>();
  for (const facet of facets) {
    const counts = countsFrom((await countsOfFacet(sql, { ...place, ...facet }))[0]);
    sizes.set(
      facet,
      counts.reduce((sum, each) => sum + each, 0),
    );
  }
  const sorted = [...sizes].sort(([, a], [, b]) => a - b);
  return { facets: sorted.map(([facet]) => facet), size: sorted[0]?.[1] ?? 0 };
}

/**
 * Where to read a column of an order: from the facet if there is one, because its index is sorted.
 */
export function columnOf({ facets: [first], byWords }: Question, column: Column): string {
  if (!first || byWords) return `n.${column}`;
  return column === 'created_key' ? 'f.node' : `f.${column}`;
}

/** The matching nodes, starting from the narrowest facet, or from the words of a text. */
export function fitting(sql: Sql, question: Question): Query {
  if (question.byWords) {
    return fulfilling(sql, fromWords(sql, question), question, question.facets);
  }
  const [first, ...others] = question.facets;
  const query = first ? fromFacet(sql, question, first) : fromNodes(sql, question);
  return fulfilling(sql, query, question, others);
}

/** The matching nodes, starting from the nodes, if another condition is narrower than any facet. */
export function fittingNodes(sql: Sql, question: Question): Query {
  const from = { ...question, facets: [], byWords: false };
  return fulfilling(sql, fromNodes(sql, question), from, question.facets);
}

function fromNodes(sql: Sql, { workspace, project }: Question): Query {
  return sql
    .selectFrom('work_nodes as n')
    .where('n.workspace', '=', workspace)
    .where('n.project', '=', project) as unknown as Query;
}

function fromWords(sql: Sql, { workspace, project, words }: Question): Query {
  const found = itemsWith(textSpace({ workspace, project }), words?.words ?? []);
  return sql
    .selectFrom(raw<{ item: number }>`(${found})`.as('w'))
    .crossJoin('work_nodes as n')
    .where('n.workspace', '=', workspace)
    .where('n.project', '=', project)
    .where(raw<boolean>`n.created_key = w.item`) as unknown as Query;
}

/** A cross join, because SQLite does not reorder it. */
function fromFacet(sql: Sql, { workspace, project }: Question, facet: Facet): Query {
  return sql
    .selectFrom('work_facets as f')
    .crossJoin('work_nodes as n')
    .where('f.workspace', '=', workspace)
    .where('f.project', '=', project)
    .where('f.kind', '=', facet.kind)
    .where('f.path', '=', facet.path)
    .where('f.value', '=', facet.value)
    .where('n.workspace', '=', workspace)
    .where('n.project', '=', project)
    .whereRef('n.created_key', '=', 'f.node') as unknown as Query;
}

function fulfilling(sql: Sql, from: Query, question: Question, probed: readonly Facet[]): Query {
  const { workspace, filter } = question;
  let query = withReadiness(from, question);
  if (filter.isLeaf !== undefined) {
    query = query.where('n.open_children', filter.isLeaf ? '=' : '>', 0);
  }
  if (filter.claimedBy !== undefined) query = heldBy(query, filter.claimedBy, question.gone);
  if (filter.text !== undefined) {
    query = query.where(containsInAnyCase(sql, SOUGHT, filter.text));
  }
  if (filter.evidenceType !== undefined) {
    query = query.where(raw<boolean>`exists (select 1 from work_evidence as v
      where v.workspace = ${workspace} and v.node = n.id
      and v.type = ${filter.evidenceType})`);
  }
  if (question.belowRoot) query = query.where('n.parent', 'is not', null);
  for (const facet of probed) query = query.where(hasFacet(question, facet));
  for (const match of filter.properties ?? []) {
    if (match.orAbsent) query = query.where(hasOrLacks(question, match));
  }
  return query;
}

/** As `soughtIn` says it. */
const SOUGHT = raw<string>`coalesce(n.shown, n.summary)`;

function hasFacet({ workspace, project }: Question, { kind, path, value }: Facet) {
  return raw<boolean>`exists (select 1 from work_facets as o
    where o.workspace = ${workspace} and o.project = ${project} and o.kind = ${kind}
    and o.path = ${path} and o.value = ${value} and o.node = n.created_key)`;
}

function hasOrLacks(question: Question, { path, value }: PropertyMatch) {
  return raw<boolean>`(${hasFacet(question, { kind: 'p', path, value })}
    or not exists (select 1 from work_facets as o where o.workspace = ${question.workspace}
    and o.node = n.created_key and o.kind = 'p' and o.path = ${path}))`;
}

const EACH = Object.values(READINESS);

function allowedBy({ resolved, isActionable, isBlocked }: Question['filter']): readonly number[] {
  const passes = (wanted: boolean | undefined, is: boolean) =>
    wanted === undefined || wanted === is;
  return EACH.filter(
    (each) =>
      passes(resolved, each === READINESS.resolved) &&
      passes(isActionable, each === READINESS.actionable) &&
      passes(isBlocked, each === READINESS.blocked),
  );
}

/** One range of readiness, so that an index can start and stop with it. */
function withReadiness(query: Query, question: Question): Query {
  const allowed = allowedBy(question.filter);
  if (allowed.length === EACH.length) return query;
  const [low = 1, high = 0] = [allowed[0], allowed.at(-1)];
  const column = raw.ref(columnOf(question, 'readiness'));
  const stretch = query.where(
    low === high
      ? raw<boolean>`${column} = ${low}`
      : raw<boolean>`${column} >= ${low} and ${column} <= ${high}`,
  );
  return EACH.filter((each) => each > low && each < high && !allowed.includes(each)).reduce(
    (some, each) => some.where(raw<boolean>`${column} <> ${each}`),
    stretch,
  );
}

function heldBy(
  query: Query,
  { agent, rule }: NonNullable<WorkFilter['claimedBy']>,
  gone: readonly string[],
): Query {
  const holds = claimHolds(rule, gone);
  if (agent === null) return query.where(raw<boolean>`(n.claimed_by = '' or not ${holds})`);
  return query.where('n.claimed_by', '=', agent).where(isClaimed).where(holds);
}

/** Spelled like the condition of the index on claims, so that it is used. */
export const isClaimed = raw<boolean>`n.claimed_by > ''`;

/**
 * Exact. If counters have the answer no node is read; otherwise it costs as much as what matches.
 */
export async function countWork(sql: Sql, workspace: string, filter: WorkFilter): Promise<number> {
  const question = await questionOf(sql, workspace, filter);
  const { claimedBy, ...rest } = question.filter;
  const counts = await readCounters(sql, { ...question, filter: rest });
  if (!counts) return countMatches(sql, question);
  const allowed = allowedBy(question.filter).map((each) => counts[each] ?? 0);
  const all = allowed.reduce((sum, each) => sum + each, 0);
  if (!claimedBy) return all;
  const held = fittingNodes(sql, { ...question, filter: rest })
    .where(isClaimed)
    .where(claimHolds(claimedBy.rule, question.gone));
  if (claimedBy.agent === null) return all - (await countRows(held));
  return countRows(held.where('n.claimed_by', '=', claimedBy.agent));
}

async function countMatches(sql: Sql, question: Question): Promise<number> {
  const { words, filter, facets, size, belowRoot } = question;
  if (!words) return countRows(fitting(sql, question));
  const said = Object.values(filter).filter((each) => each !== undefined).length;
  const isAlone = said - Number(filter.properties?.length === 0) === 1 && !belowRoot;
  if (words.exact && words.words.length === 1 && isAlone && facets.length === 0) return words.items;
  return countRows(fitting(sql, { ...question, byWords: isFewer(words, size) }));
}

async function countRows(query: Query): Promise<number> {
  const row = await query
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number((row as { count: number }).count);
}

/** By readiness, if the counters of the project or of one facet have it. */
async function readCounters(sql: Sql, question: Question): Promise<Counts | undefined> {
  const { filter, facets, belowRoot } = question;
  if (filter.isLeaf !== undefined || filter.text !== undefined) return undefined;
  if (filter.evidenceType !== undefined) return undefined;
  const absent = (filter.properties ?? []).filter((match) => match.orAbsent);
  if (facets.length + absent.length + Number(belowRoot) > 1) return undefined;
  const place = { workspace: question.workspace, project: question.project };
  if (facets[0]) return countsFrom((await countsOfFacet(sql, { ...place, ...facets[0] }))[0]);
  const [project] = await projectRow(sql, place);
  if (!project) return [0, 0, 0, 0];
  const { total, actionable, blocked, resolved } = project;
  const all: Counts = [actionable, total - actionable - blocked - resolved, blocked, resolved];
  if (absent[0]) return minus(all, await otherValues(sql, place, absent[0]));
  if (!belowRoot) return all;
  const root = await sql
    .selectFrom('work_nodes')
    .select('readiness')
    .where('workspace', '=', question.workspace)
    .where('id', '=', project.root)
    .executeTakeFirstOrThrow();
  return minus(all, EACH.map((each) => Number(each === root.readiness)) as unknown as Counts);
}

function countsFrom(row: Awaited<ReturnType<typeof countsOfFacet>>[number] | undefined): Counts {
  return row ? [row.actionable, row.open, row.blocked, row.resolved] : [0, 0, 0, 0];
}

function minus(a: Counts, b: Counts): Counts {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]];
}

/** The nodes that have the property with another value. */
async function otherValues(
  sql: Sql,
  { workspace, project }: InProject,
  { path, value }: PropertyMatch,
): Promise<Counts> {
  const { rows } = await raw<{ a: number; o: number; b: number; r: number }>`
    select sum(actionable) as a, sum(open) as o, sum(blocked) as b, sum(resolved) as r
    from work_facet_counts where workspace = ${workspace} and project = ${project}
    and kind = 'p' and path = ${path} and value <> ${value}`.execute(sql);
  const [row] = rows;
  return [Number(row?.a ?? 0), Number(row?.o ?? 0), Number(row?.b ?? 0), Number(row?.r ?? 0)];
}
