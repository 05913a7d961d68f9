/** What a reader sees of documents of recall: their ids, where they belong, by whom, and the words. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { eventId } from '../../kernel/ids.ts';
import type { Reading, RecallDoc } from '../../store/port.ts';
import { textOfEvent } from '../terms/event-texts.ts';
import { seqOf } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { documentOfGroup, groupOf, shownText } from '../terms/recall-text.ts';

export interface Described {
  readonly doc: RecallDoc;
  readonly kind: RecallKind;
  /** As `recall` opens it again. */
  readonly id: string;
  /** What it belongs to, in a few words. */
  readonly within: string | undefined;
  readonly by: string | undefined;
  readonly title: string | undefined;
  /** All its words; secrets are still in it. */
  readonly text: string;
}

export async function describe(
  tx: Reading,
  docs: readonly RecallDoc[],
): Promise<readonly Described[]> {
  const events = await tx.journal.these([...new Set(docs.map(({ number }) => seqOf(number)))]);
  const sessions = await readSessions(tx, docs);
  const branches = await readBranches(tx, docs);
  const shared = await sharedIds(tx, docs);
  return docs.map((doc) => {
    const event = events.get(seqOf(doc.number));
    const session = sessions.get(doc.group);
    const own = doc.name === undefined && event ? textOfEvent(event) : undefined;
    return {
      doc,
      kind: doc.kind,
      id: shared.has(doc) ? placedId(doc, branches) : idOf(doc, event, session?.id),
      within: placeOf(doc, session?.title, branches),
      by: event?.agent,
      title: own ? own.title : doc.title,
      text: own ? own.text : shownText(doc.body ?? ''),
    };
  });
}

/** A thought and its critique are one. Cards of different documents may have one id. */
export function isOneThing(a: Described, b: Described): boolean {
  return a.id === b.id && a.doc.group === b.doc.group;
}

/** The id of a card within its document; undefined for anything else. */
export function cardIdOf({ kind, name, group }: RecallDoc): string | undefined {
  return kind === 'card' || kind === 'question' ? name?.slice(group.length + 1) : undefined;
}

/** The cards whose ids mean others too. One that was deleted is opened only if none is left. */
async function sharedIds(tx: Reading, docs: readonly RecallDoc[]): Promise<ReadonlySet<RecallDoc>> {
  const ids = [...new Set(docs.flatMap((doc) => cardIdOf(doc) ?? []))];
  if (ids.length === 0) return new Set();
  const called = await tx.recall.cardsCalled(ids);
  return new Set(
    docs.filter((doc) => {
      const { live, deleted } = called.get(cardIdOf(doc) ?? '') ?? { live: 0, deleted: 0 };
      return (doc.state === 'deleted' ? live + deleted : live) > 1;
    }),
  );
}

/** As the choice between cards of one id names each of them. */
function placedId(doc: RecallDoc, branches: ReadonlyMap<number, BranchName>): string {
  const { branch = 0, doc: document = '' } = documentOfGroup(doc.group) ?? {};
  return `${cardIdOf(doc)}@${branches.get(branch)?.name}/${document}`;
}

interface SessionName {
  readonly id: string;
  readonly title: string;
}

async function readSessions(
  tx: Reading,
  docs: readonly RecallDoc[],
): Promise<ReadonlyMap<string, SessionName>> {
  const ofSessions = docs.filter(({ kind }) => kind === 'thought' || kind === 'session');
  const seqs = [...new Set(ofSessions.map(({ group }) => Number(group.slice(1))))];
  if (seqs.length === 0) return new Map();
  const page = { sortBy: 'createdAt', sortOrder: 'asc', limit: seqs.length, offset: 0 } as const;
  const sessions = await tx.thoughts.sessions({ seqs }, page);
  return new Map(sessions.map((each) => [groupOf.session(each.seq), each]));
}

interface BranchName {
  readonly name: string;
  /** The plan or task whose branch it is. */
  readonly target: string | undefined;
}

async function readBranches(
  tx: Reading,
  docs: readonly RecallDoc[],
): Promise<ReadonlyMap<number, BranchName>> {
  const ids = new Set(docs.flatMap(({ group }) => documentOfGroup(group)?.branch ?? []));
  const found = new Map<number, BranchName>();
  for (const id of ids) {
    const branch = await tx.branches.byId(id);
    if (branch) found.set(id, { name: branch.name, target: branch.target });
  }
  return found;
}

function idOf(
  doc: RecallDoc,
  event: JournalEvent | undefined,
  session: string | undefined,
): string {
  const { kind, name, number } = doc;
  const seq = eventId(seqOf(number));
  switch (kind) {
    case 'thought':
      return thoughtId(event, session) ?? seq;
    case 'session':
      return session ?? seq;
    case 'output':
      return event?.type === 'notebook_run_ended' ? event.payload.run : seq;
    case 'card':
    case 'question':
      return cardIdOf(doc) ?? seq;
    case 'work':
    case 'notebook':
    case 'cell':
    case 'conflict':
      return name?.slice(2) ?? seq;
    case 'pattern':
    case 'scratchpad':
      return name?.slice(name.indexOf('/', 2) + 1) ?? seq;
    case 'evidence':
      return seq;
    default:
      return name ?? seq;
  }
}

function thoughtId(event: JournalEvent | undefined, session: string | undefined) {
  if (session === undefined) return undefined;
  if (event?.type === 'critique_attached') {
    const { chain, number } = event.payload.of;
    return `${session}#${chain === '' ? '' : `${chain}:`}${number}`;
  }
  if (event?.type !== 'thought_recorded') return undefined;
  const { branch, number } = event.payload;
  return `${session}#${branch === undefined ? '' : `${branch}:`}${number}`;
}

function placeOf(
  { kind, group, name }: RecallDoc,
  session: string | undefined,
  branches: ReadonlyMap<number, BranchName>,
): string | undefined {
  if (group === '' || group === name) return undefined;
  if (kind === 'thought') return session;
  const document = documentOfGroup(group);
  if (!document) return /^[np]\//.test(group) ? group.slice(2) : group;
  const branch = branches.get(document.branch);
  if (!branch) return undefined;
  if (branch.target !== undefined) return branch.target;
  const isUsual = Object.values<string>(DEFAULTS.docs).includes(document.doc);
  return isUsual ? branch.name : `${branch.name}, ${document.doc}`;
}
