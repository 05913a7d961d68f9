/** The facets by which targets are found: ordered by number, and counted by status. */

import { sql as raw } from 'kysely';
import { digestOf } from '../../../kernel/digest.ts';
import { sha256 } from '../../../sha256.ts';
import type { TargetFilter } from '../../target-port.ts';
import type { Sql } from '../engine.ts';
import { rowsInto } from '../insert-rows.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';

type Row = Pick<
  Tables['targets'],
  'workspace' | 'kind' | 'number' | 'parent' | 'status' | 'priority' | 'domain' | 'tags'
>;

export interface Facet {
  readonly facet: string;
  readonly value: string;
}

/** Longer values are compared by digest, because an index bounds the length of its keys. */
const LONGEST = 200;

const short = (value: string) => (value.length <= LONGEST ? value : `#${digestOf(sha256, value)}`);

const ALL: Facet = { facet: '', value: '' };
const ofPlan = (value: string): Facet => ({ facet: 'plan', value });
const ofPriority = (value: string): Facet => ({ facet: 'priority', value });
const ofDomain = (value: string): Facet => ({ facet: 'domain', value: short(value) });
const ofTag = (value: string): Facet => ({ facet: 'tag', value: short(value) });

function facetsOf({ parent, priority, domain, tags }: Row): readonly Facet[] {
  const names = new Set(tags.split('|').filter((tag) => tag !== ''));
  return [
    ALL,
    ofPriority(priority),
    ...(parent === null ? [] : [ofPlan(parent)]),
    ...(domain === null ? [] : [ofDomain(domain)]),
    ...[...names].map(ofTag),
  ];
}

/** A target must have all of them; an empty filter means the facet that all targets have. */
export function facetsFor({ parent, priority, domain, tags = [] }: TargetFilter): readonly Facet[] {
  const wanted = [
    ...(parent === undefined ? [] : [ofPlan(parent)]),
    ...(priority === undefined ? [] : [ofPriority(priority)]),
    ...(domain === undefined ? [] : [ofDomain(domain)]),
    ...tags.map(ofTag),
  ];
  return wanted.length === 0 ? [ALL] : wanted;
}

type Counts = Pick<Tables['target_facet_counts'], 'todo' | 'active' | 'done'>;

function countsAt(status: string, by: number): Counts {
  const at = (each: string) => (each === status ? by : 0);
  return { todo: at('TODO'), active: at('ACTIVE'), done: at('DONE') };
}

const keyOf = ({ facet, value }: Facet) => JSON.stringify([facet, value]);

/** Updates the facets and their counts from the old row to the new one. */
export async function keepFacets(
  sql: Sql,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  const [had, has] = [before ? facetsOf(before) : [], after ? facetsOf(after) : []];
  const [old, now] = [new Set(had.map(keyOf)), new Set(has.map(keyOf))];
  const gone = had.filter((each) => !now.has(keyOf(each)));
  const fresh = has.filter((each) => !old.has(keyOf(each)));
  if (before) await removeFacets(sql, before, gone);
  if (before && after && before.status !== after.status) await changeStatus(sql, before, after);
  if (!after) return;
  const { workspace, kind, number, status } = after;
  await insertFacets(
    sql,
    fresh.map((each) => ({ workspace, kind, number, status, ...each })),
  );
  await countFacets(sql, after, fresh, countsAt(status, 1));
}

const FACET = ['workspace', 'kind', 'facet', 'value'] as const;
const COUNTS = ['todo', 'active', 'done'] as const;

type FacetRow = Tables['target_facets'];
type CountsRow = Tables['target_facet_counts'];

const insertFacets = rowsInto<FacetRow, keyof FacetRow>('target_facets', [
  ...FACET,
  ...(['number', 'status'] as const),
]);

const addCounts = rowsInto<CountsRow, keyof CountsRow>(
  'target_facet_counts',
  [...FACET, ...COUNTS],
  `on conflict (${FACET.join(', ')}) do update set ${COUNTS.map(
    (name) => `${name} = target_facet_counts.${name} + excluded.${name}`,
  ).join(', ')}`,
);

async function countFacets(
  sql: Sql,
  { workspace, kind }: Row,
  facets: readonly Facet[],
  counts: Counts,
): Promise<void> {
  await addCounts(
    sql,
    facets.map((facet) => ({ workspace, kind, ...facet, ...counts })),
  );
}

const deleteFacet = prepared((sql: Sql, row: Pick<Row, 'workspace' | 'kind' | 'number'> & Facet) =>
  sql
    .deleteFrom('target_facets')
    .where('workspace', '=', row.workspace)
    .where('kind', '=', row.kind)
    .where('number', '=', row.number)
    .where('facet', '=', row.facet)
    .where('value', '=', row.value),
);

const forgetEmpty = prepared((sql: Sql, row: Pick<Row, 'workspace' | 'kind'> & Facet) =>
  sql
    .deleteFrom('target_facet_counts')
    .where('workspace', '=', row.workspace)
    .where('kind', '=', row.kind)
    .where('facet', '=', row.facet)
    .where('value', '=', row.value)
    .where(raw<boolean>`todo + active + done = 0`),
);

async function removeFacets(sql: Sql, row: Row, gone: readonly Facet[]): Promise<void> {
  const { workspace, kind, number } = row;
  for (const facet of gone) {
    await deleteFacet(sql, { workspace, kind, number, ...facet });
    await countFacets(sql, row, [facet], countsAt(row.status, -1));
    await forgetEmpty(sql, { workspace, kind, ...facet });
  }
}

async function changeStatus(sql: Sql, before: Row, { status }: Row): Promise<void> {
  const { workspace, kind, number } = before;
  await sql
    .updateTable('target_facets')
    .set({ status })
    .where('workspace', '=', workspace)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .execute();
  const [from, to] = [countsAt(before.status, -1), countsAt(status, 1)];
  await raw`update target_facet_counts set todo = todo + ${from.todo + to.todo},
    active = active + ${from.active + to.active}, done = done + ${from.done + to.done}
    where workspace = ${workspace} and kind = ${kind} and (facet, value) in (
      select facet, value from target_facets
      where workspace = ${workspace} and kind = ${kind} and number = ${number})`.execute(sql);
}

export const countsOfFacet = prepared((sql: Sql, args: Pick<Row, 'workspace' | 'kind'> & Facet) =>
  sql
    .selectFrom('target_facet_counts')
    .select(['todo', 'active', 'done'])
    .where('workspace', '=', args.workspace)
    .where('kind', '=', args.kind)
    .where('facet', '=', args.facet)
    .where('value', '=', args.value),
);
