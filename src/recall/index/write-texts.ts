/** Writes collected changes of texts: the documents of recall, and the terms of each. */

import { sql as raw } from 'kysely';
import { chunksOf, groupsOf, type Listed, listed, rowsOf } from '../../store/sql/chunks.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { rowsInto } from '../../store/sql/insert-rows.ts';
import { prepared, rawStatement } from '../../store/sql/prepared.ts';
import type { Tables } from '../../store/sql/tables.ts';
import { isOneOfMany, type Reached, seqOf } from '../terms/postings.ts';
import { isVersioned, kindCode, kindOfCode, type RecallKind } from '../terms/recall-kinds.ts';
import { isSameText, type RecallState, type RecallText } from '../terms/recall-text.ts';
import { docsNamed, docsWithNames } from './queries.ts';
import type { Mark, PutText, TextChange } from './text-changes.ts';
import { addTerms, moveOn, removeTerms } from './write-postings.ts';

type DocRow = Tables['recall_docs'];
type Doc = PutText & { readonly mark?: Mark | undefined };

/** The seq of the newest event, before and after the events whose texts these are. */
export interface Progress {
  readonly before: number;
  readonly head: number;
}

/** The newest of these events that has many texts. */
function newestOfMany(changes: readonly TextChange[]): number {
  let newest = 0;
  for (const change of changes) {
    if ('put' in change && isOneOfMany(change.put.number)) {
      newest = Math.max(newest, seqOf(change.put.number));
    }
  }
  return newest;
}

export async function writeTexts(
  sql: Sql,
  workspace: string,
  changes: readonly TextChange[],
  { before, head }: Progress,
): Promise<void> {
  const reached = { head, many: newestOfMany(changes) };
  await moveOn(sql, workspace, before, reached);
  let some: Exclude<TextChange, { dropGroups: string }>[] = [];
  for (const change of changes) {
    if (!('dropGroups' in change)) {
      some.push(change);
      continue;
    }
    await writeSome(sql, workspace, some, reached);
    await dropGroups(sql, workspace, change.dropGroups);
    some = [];
  }
  await writeSome(sql, workspace, some, reached);
}

/**
 * Only the documents go: texts that never change are not here, so nobody knows their terms. The
 * postings that stay lead nowhere, and whoever follows them finds no document.
 */
async function dropGroups(sql: Sql, workspace: string, prefix: string): Promise<void> {
  await sql
    .deleteFrom('recall_docs')
    .where('workspace', '=', workspace)
    .where('grp', '>=', prefix)
    .where('grp', '<', `${prefix}\u{10ffff}`)
    .execute();
}

async function writeSome(
  sql: Sql,
  workspace: string,
  changes: readonly Exclude<TextChange, { dropGroups: string }>[],
  reached: Reached,
): Promise<void> {
  if (changes.length === 0) return;
  const stored = await storedDocs(sql, workspace, namesIn(changes));
  const { named, fixed, marks, namedMarks, left } = applied(changes, stored);
  const moved = [...stored.values()].filter((doc) => named.get(nameIn(doc))?.number !== doc.number);
  await removeDocs(sql, workspace, moved, reached.head);
  const kept = [...named.values()].filter((doc) => doc !== undefined);
  const fresh = [...fixed.values(), ...kept.filter((doc) => !isStored(doc, stored))].sort(
    (a, b) => a.number - b.number,
  );
  await insertDocs(
    sql,
    fresh.map((doc) => docRow(workspace, doc)),
  );
  const texts = [...fresh, ...left].sort((a, b) => a.number - b.number);
  await addTerms(sql, workspace, texts, reached);
  const changed = kept.filter((doc) => isStored(doc, stored) && !isMarkedAs(doc, stored));
  const ofNamed = changed.map(({ text: { kind }, number, mark }) => ({ kind, number, mark }));
  await setMarks(sql, workspace, [...ofNamed, ...marks]);
  await markByName(sql, workspace, namedMarks);
}

function isMarkedAs({ mark, text }: Doc, stored: ReadonlyMap<string, Doc>): boolean {
  const was = stored.get(text.name ?? '')?.mark;
  return was?.state === mark?.state && was?.successor === mark?.successor;
}

interface Marked {
  readonly kind: RecallKind;
  readonly number: number;
  readonly mark: Mark | undefined;
}

/** One statement for all that get the same mark, such as the nodes of a subtree that is dropped. */
async function setMarks(sql: Sql, workspace: string, marked: readonly Marked[]): Promise<void> {
  const alike = groupsOf(marked, ({ kind, mark }) =>
    JSON.stringify([kind, mark?.state, mark?.successor]),
  );
  for (const [first, ...others] of alike.values()) {
    if (!first) continue;
    const numbers = listed([first, ...others].map(({ number }) => number));
    await setMark(sql, {
      workspace,
      kind: kindCode(first.kind),
      numbers,
      ...columnsOf(first.mark),
    });
  }
}

interface NamedMark {
  readonly name: string;
  readonly mark: Mark;
}

/** The last mark of each name counts. */
async function markByName(
  sql: Sql,
  workspace: string,
  marked: readonly NamedMark[],
): Promise<void> {
  const last = [...new Map(marked.map((each) => [each.name, each])).values()];
  const alike = groupsOf(last, ({ mark }) => JSON.stringify([mark.state, mark.successor]));
  for (const some of alike.values()) {
    const [first] = some;
    if (!first) continue;
    const names = listed(some.map(({ name }) => name));
    await setMarkOfNames(sql, { workspace, names, ...columnsOf(first.mark) });
  }
}

function nameIn({ text }: Doc): string {
  return text.name ?? '';
}

function isStored(doc: Doc, stored: ReadonlyMap<string, Doc>): boolean {
  return stored.get(nameIn(doc))?.number === doc.number;
}

/** What is only marked is not read. */
function namesIn(changes: readonly TextChange[]): readonly string[] {
  const names = changes.map((change) => {
    if ('put' in change) return change.put.text.name;
    return 'drop' in change ? change.drop : undefined;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}

interface Applied {
  readonly named: Map<string, Doc | undefined>;
  /** By number: texts that never change. */
  readonly fixed: Map<number, Doc>;
  /** Earlier versions of cards, of which only the postings are written. */
  readonly left: PutText[];
  /** Of texts that were stored before. */
  readonly marks: { readonly kind: RecallKind; readonly number: number; readonly mark: Mark }[];
  readonly namedMarks: NamedMark[];
}

function applied(
  changes: readonly Exclude<TextChange, { dropGroups: string }>[],
  stored: ReadonlyMap<string, Doc>,
): Applied {
  const named = new Map<string, Doc | undefined>(stored);
  const result: Applied = { named, fixed: new Map(), left: [], marks: [], namedMarks: [] };
  const { fixed, left, marks, namedMarks } = result;
  const written = new Set(namesIn(changes));
  for (const change of changes) {
    if ('put' in change) {
      const { name, state } = change.put.text;
      const before = name === undefined ? undefined : named.get(name);
      const told = state === undefined ? undefined : { state };
      const doc = { ...change.put, mark: change.keepsMark ? before?.mark : told };
      if (name === undefined) fixed.set(doc.number, doc);
      else {
        const after = afterPut(before, doc);
        named.set(name, after);
        if (before && before.number !== after.number && !isStored(before, stored)) {
          if (isVersioned(before.text.kind)) left.push(before);
        }
      }
    } else if ('drop' in change) named.set(change.drop, undefined);
    else if ('name' in change) {
      const { name, mark } = change;
      const doc = named.get(name);
      if (doc) named.set(name, { ...doc, mark });
      else if (!written.has(name)) namedMarks.push({ name, mark });
    } else {
      const { kind, number, mark } = change;
      const doc = fixed.get(number);
      if (doc) fixed.set(number, { ...doc, mark });
      else marks.push({ kind, number, mark });
    }
  }
  return result;
}

/** A text that stays the same keeps its place among the others: it is not newer. */
function afterPut(before: Doc | undefined, doc: Doc): Doc {
  if (!before || !isSameText(before.text, doc.text)) return doc;
  return { ...before, mark: doc.mark };
}

async function storedDocs(
  sql: Sql,
  workspace: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  const docs = new Map<string, Doc>();
  for (const some of chunksOf(names)) {
    const rows = await docsNamed(sql, { workspace, names: listed(some) });
    for (const row of rows) docs.set(row.name ?? '', docFrom(row));
  }
  return docs;
}

function docFrom(row: DocRow): Doc {
  const text: RecallText = {
    kind: kindOfCode(row.kind),
    ...(row.name === null ? {} : { name: row.name }),
    group: row.grp,
    ...(row.title === null ? {} : { title: row.title }),
    text: row.body ?? '',
  };
  const state = row.state as RecallState | null;
  const mark = state === null ? undefined : { state, successor: row.successor ?? undefined };
  return { number: row.number, atMs: row.at_ms, text, mark };
}

function docRow(workspace: string, { number, atMs, text, mark }: Doc): DocRow {
  const isNamed = text.name !== undefined;
  return {
    workspace,
    kind: kindCode(text.kind),
    number,
    name: text.name ?? null,
    grp: text.group,
    at_ms: atMs,
    ...columnsOf(mark),
    title: isNamed ? (text.title ?? null) : null,
    body: isNamed ? text.text : null,
  };
}

function columnsOf(mark: Mark | undefined): Pick<DocRow, 'state' | 'successor'> {
  return { state: mark?.state ?? null, successor: mark?.successor ?? null };
}

const insertDocs = rowsInto<Record<keyof DocRow, string | number | null>, keyof DocRow>(
  'recall_docs',
  ['workspace', 'kind', 'number', 'name', 'grp', 'at_ms', 'state', 'successor', 'title', 'body'],
) as (sql: Sql, rows: readonly DocRow[]) => Promise<unknown>;

const setMark = prepared(
  (
    sql: Sql,
    args: Pick<DocRow, 'workspace' | 'kind' | 'state' | 'successor'> & { numbers: Listed },
  ) =>
    sql
      .updateTable('recall_docs')
      .set({ state: args.state, successor: args.successor })
      .where('workspace', '=', args.workspace)
      .where('kind', '=', args.kind)
      .where(raw<boolean>`number in ${rowsOf(sql, args.numbers, 'bigint')}`),
);

const setMarkOfNames = prepared(
  (sql: Sql, args: Pick<DocRow, 'workspace' | 'state' | 'successor'> & { names: Listed }) =>
    rawStatement(
      sql,
      raw`update recall_docs set state = ${args.state}, successor = ${args.successor}
        where workspace = ${args.workspace} and (kind, number) in
        (select d.kind, d.number from ${docsWithNames(sql, args)})`,
    ),
);

const deleteDoc = prepared((sql: Sql, args: Pick<DocRow, 'workspace' | 'kind' | 'number'>) =>
  sql
    .deleteFrom('recall_docs')
    .where('workspace', '=', args.workspace)
    .where('kind', '=', args.kind)
    .where('number', '=', args.number),
);

async function removeDocs(
  sql: Sql,
  workspace: string,
  docs: readonly Doc[],
  head: number,
): Promise<void> {
  for (const doc of docs) {
    const { number, text } = doc;
    await deleteDoc(sql, { workspace, kind: kindCode(text.kind), number });
    // A branch may still see this version: it finds it by its postings, and its text in the event.
    if (!isVersioned(text.kind)) await removeTerms(sql, workspace, doc, head);
  }
}
