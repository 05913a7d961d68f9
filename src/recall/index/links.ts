/** What documents of recall are linked to: edges of cards, parents and dependencies of work. */

import { type RawBuilder, sql as raw } from 'kysely';
import type { RecallDoc } from '../../store/recall-port.ts';
import { dialectOf } from '../../store/sql/connection-dialect.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { documentOfGroup } from '../terms/recall-text.ts';

/**
 * Every statement begins with the given documents, as `cross join` demands of SQLite: it would walk
 * through all edges of the workspace instead.
 */

/** A text by its number, and the name of one that it is linked to. */
export interface Link {
  readonly number: number;
  readonly name: string;
}

/** So many links of all documents together: a card that everything leads to is no hint. */
const MAX_LINKS = 200;

export async function linksOf(
  sql: Sql,
  workspace: string,
  docs: readonly RecallDoc[],
): Promise<readonly Link[]> {
  const cards = docs.filter(({ kind }) => kind === 'card' || kind === 'question');
  const work = docs.filter(({ kind }) => kind === 'work');
  return [
    ...(cards.length === 0 ? [] : await edgesOfCards(sql, workspace, cards)),
    ...(work.length === 0 ? [] : await linksOfWork(sql, workspace, work)),
  ];
}

interface CardKey {
  readonly number: number;
  readonly branch: number;
  readonly doc: string;
  readonly id: string;
}

type Edge = CardKey & { readonly from_id: string; readonly to_id: string };

async function edgesOfCards(
  sql: Sql,
  workspace: string,
  cards: readonly RecallDoc[],
): Promise<readonly Link[]> {
  const keys = cards.flatMap(({ number, name = '', group }): CardKey[] => {
    const at = documentOfGroup(group);
    return at ? [{ number, ...at, id: name.slice(group.length + 1) }] : [];
  });
  const given = records(sql, keys, { number: 'bigint', branch: 'bigint', doc: 'text', id: 'text' });
  const links: Link[] = [];
  for (const end of ['from_id', 'to_id']) {
    const { rows } = await raw<Edge>`
      select given.number, given.branch, given.doc, given.id, g.from_id, g.to_id from ${given}
      cross join graph_versions as g where g.workspace = ${workspace}
        and g.branch = given.branch and g.doc = given.doc and g.${raw.ref(end)} = given.id
        and g.${raw.ref(end)} is not null and g.until_seq is null and g.state is not null limit ${raw.lit(MAX_LINKS)}`.execute(
      sql,
    );
    for (const { number, branch, doc, id, from_id, to_id } of rows) {
      links.push({ number, name: nameOf.card(branch, doc, from_id === id ? to_id : from_id) });
    }
  }
  return links;
}

async function linksOfWork(
  sql: Sql,
  workspace: string,
  work: readonly RecallDoc[],
): Promise<readonly Link[]> {
  const keys = work.map(({ number, name = '' }) => ({ number, id: name.slice(2) }));
  const given = records(sql, keys, { number: 'bigint', id: 'text' });
  const { rows } = await raw<{ number: number; id: string }>`
    select given.number, n.parent as id from ${given}
      cross join work_nodes as n where n.workspace = ${workspace} and n.id = given.id
        and n.parent is not null
    union all select given.number, e.to_id as id from ${given}
      cross join work_edges as e where e.workspace = ${workspace} and e.from_id = given.id
    limit ${raw.lit(MAX_LINKS)}`.execute(sql);
  return rows.map(({ number, id }) => ({ number, name: nameOf.work(id) }));
}

/** Rows of values as a table called `given`. */
function records<Row extends object>(
  sql: Sql,
  rows: readonly Row[],
  columns: Readonly<Record<keyof Row & string, 'text' | 'bigint'>>,
): RawBuilder<unknown> {
  const list = JSON.stringify(rows);
  const named = Object.entries<string>(columns);
  if (dialectOf(sql).name === 'sqlite') {
    const each = named.map(([name]) => `json_extract(value, '$.${name}') as ${name}`);
    return raw`(select ${raw.raw(each.join(', '))} from json_each(${list})) as given`;
  }
  const typed = named.map(
    ([name, type]) => `${name} ${type}${type === 'text' ? ' collate "C"' : ''}`,
  );
  return raw`json_to_recordset(${list}::json) as given(${raw.raw(typed.join(', '))})`;
}
