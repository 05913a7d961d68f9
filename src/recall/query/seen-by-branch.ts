/**
 * The index of recall as a branch sees it: its own texts, and those of its bases up to where it
 * began. The index has the newest version of a card on each branch, and the words of all. So what
 * the words lead to is looked up in the graph, as its text filter does, and is shown if the branch
 * sees a version that says it.
 */

import { branchAt, type EffectiveView, sees } from '../../domain/branches/effective-view.ts';
import type { EdgeVersion, NodeVersion } from '../../domain/graph/version.ts';
import type {
  Beside,
  DocListing,
  GroupSlice,
  Reading,
  RecallDoc,
  VersionSlice,
} from '../../store/port.ts';
import { textOfNode } from '../terms/artifact-texts.ts';
import { numberAt, seqOf } from '../terms/postings.ts';
import { isVersioned } from '../terms/recall-kinds.ts';
import { documentOfGroup, groupOf, isSuperseded } from '../terms/recall-text.ts';
import { type SeenCard, textAsSeen } from '../terms/seen-card.ts';

type Key = Pick<RecallDoc, 'kind' | 'number'>;

/** The same reading, with what the branch sees of recall. */
export function seenByBranch(tx: Reading, view: EffectiveView): Reading {
  const seen = (docs: readonly RecallDoc[]) => docsSeen(tx, view, docs);
  const { recall } = tx;
  return {
    ...tx,
    recall: {
      ...recall,
      docs: (keys) => docsAt(tx, view, keys),
      numbered: async (numbers) => seen(await recall.numbered(numbers)),
      async named(names) {
        const docs = await recall.named(names);
        const found = await seen(docs);
        const known = new Set(found.map(({ name }) => name));
        const left = docs.filter(({ name }) => !known.has(name));
        return [...found, ...(await versionsSeen(tx, view, left))];
      },
      async around(docs, reach) {
        const found = await recall.around(docs, reach);
        const all = [...found.values()].flatMap(({ before, after }) => [...before, ...after]);
        const known = byNumber(await seen(all));
        const only = (side: readonly RecallDoc[]) =>
          side.map(({ number }) => known.get(number)).filter((doc) => doc !== undefined);
        const beside = ({ before, after }: Beside) => ({
          before: only(before),
          after: only(after),
        });
        return new Map([...found].map(([number, each]) => [number, beside(each)]));
      },
      async linked(docs) {
        const found = await recall.linked(docs);
        const known = byNumber(await seen(found.map(([, doc]) => doc)));
        return found.flatMap(([number, doc]) => {
          const other = known.get(doc.number);
          return other ? [[number, other] as const] : [];
        });
      },
      newest: (listing) => newest(tx, view, listing),
      // With what the branch has replaced: nothing but their places is asked for.
      async newestKeys(listing) {
        const groups = slicesOf(view, await tx.documents.inView(view), listing);
        return recall.newestKeys({ ...listing, groups });
      },
    },
  };
}

function byNumber(docs: readonly RecallDoc[]): ReadonlyMap<number, RecallDoc> {
  return new Map(docs.map((doc) => [doc.number, doc]));
}

async function docsAt(
  tx: Reading,
  view: EffectiveView,
  keys: readonly Key[],
): Promise<readonly RecallDoc[]> {
  const found = await tx.recall.docs(keys);
  const known = byNumber(found);
  const left = keys.filter(({ kind, number }) => isVersioned(kind) && !known.has(number));
  return [
    ...(await docsSeen(tx, view, found)),
    ...(await earlierSeen(tx, view, await earlierVersions(tx, view, left))),
  ];
}

/** Whether it is of the branch or a base, and old enough. */
function isWithin(view: EffectiveView, { group, number }: RecallDoc): boolean {
  const place = documentOfGroup(group);
  return place !== undefined && sees(view, { branch: place.branch, seq: seqOf(number) });
}

/** On its own branch a card is what the index says. */
function isOfBase(view: EffectiveView, { kind, group }: RecallDoc): boolean {
  return isVersioned(kind) && documentOfGroup(group)?.branch !== view[0]?.branch;
}

/** Those that the branch sees; cards of a base with the state that they have there. */
async function docsSeen(
  tx: Reading,
  view: EffectiveView,
  docs: readonly RecallDoc[],
): Promise<readonly RecallDoc[]> {
  const within = docs.filter((doc) => isWithin(view, doc));
  const ofBases = within.filter((doc) => isOfBase(view, doc));
  const cards = await readCards(tx, view, ofBases);
  return within.flatMap((doc) => {
    if (!isOfBase(view, doc)) return [doc];
    const text = cards.textOf(doc);
    if (!text) return [];
    // What replaced it there has not replaced it here.
    const successor = isSuperseded(text.state) ? doc.successor : undefined;
    return [{ ...doc, state: text.state, successor }];
  });
}

/** Versions of cards that their base has replaced since, as the branch sees them. */
async function earlierSeen(
  tx: Reading,
  view: EffectiveView,
  versions: readonly RecallDoc[],
): Promise<readonly RecallDoc[]> {
  const cards = await readCards(tx, view, versions);
  return versions.flatMap((doc) => {
    const text = cards.textOf(doc);
    const card = cards.cardOf(doc);
    if (!text || !card) return [];
    const place = { number: numberAt(card.seq), wordsAt: doc.number, atMs: card.tsMs };
    return [{ ...doc, ...place, state: text.state }];
  });
}

/** Of cards that say something else now than the branch sees, what it sees. */
async function versionsSeen(
  tx: Reading,
  view: EffectiveView,
  docs: readonly RecallDoc[],
): Promise<readonly RecallDoc[]> {
  const ofBases = docs.filter((doc) => isOfBase(view, doc));
  const cards = await readCards(tx, view, ofBases);
  return ofBases.flatMap((doc) => {
    const card = cards.cardOf(doc);
    const text = card && textOfNode(card.branch, card.doc, card.node);
    if (!text || text.name !== doc.name) return [];
    const { kind, name, group, title, text: body } = text;
    const place = { number: numberAt(card.seq), atMs: card.tsMs, successor: undefined };
    const version = { kind, name, group, title, body, ...place, state: undefined };
    return [{ ...version, state: cards.textOf(version)?.state }];
  });
}

/** The texts of these events, where a card of a base says something else now. */
async function earlierVersions(
  tx: Reading,
  view: EffectiveView,
  keys: readonly Key[],
): Promise<readonly RecallDoc[]> {
  const seqs = keys.map(({ number }) => seqOf(number));
  const docs: RecallDoc[] = [];
  for (const event of (await tx.journal.these(seqs)).values()) {
    const { seq, branch, doc, tsMs: atMs } = event;
    if (event.type !== 'graph_node_upserted' || branch === undefined || doc === undefined) continue;
    const text = sees(view, { branch, seq }) && textOfNode(branch, doc, event.payload.node);
    if (!text) continue;
    const { kind, name, group, title, text: body } = text;
    const bare = { state: undefined, successor: undefined };
    docs.push({ kind, number: numberAt(seq), name, group, atMs, ...bare, title, body });
  }
  const ofBases = docs.filter((doc) => isOfBase(view, doc));
  const names = new Set(ofBases.map(({ name = '' }) => name));
  const now = (await tx.recall.named([...names])).filter((doc) => isWithin(view, doc));
  const stillThere = new Set(now.map(({ name }) => name));
  return ofBases.filter(({ name }) => !stillThere.has(name));
}

interface SeenCards {
  cardOf(doc: RecallDoc): SeenCard | undefined;
  /** Undefined if the branch sees something else. */
  textOf(doc: RecallDoc): ReturnType<typeof textAsSeen>;
}

async function readCards(
  tx: Reading,
  view: EffectiveView,
  docs: readonly RecallDoc[],
): Promise<SeenCards> {
  const wanted = new Map<string, Set<string>>();
  for (const each of docs) {
    const { doc, id } = cardIn(each);
    wanted.set(doc, (wanted.get(doc) ?? new Set()).add(id));
  }
  const cards = new Map<string, SeenCard>();
  const edges = new Map<string, readonly EdgeVersion[]>();
  for (const [doc, ids] of wanted) {
    const versions = await tx.graph.byKey(view, doc, 'node', [...ids]);
    for (const version of versions as readonly NodeVersion[]) {
      const card = await cardFrom(tx, view, doc, version);
      if (card) cards.set(keyOf(doc, version.key), card);
    }
    edges.set(doc, await tx.graph.edgesAt(view, doc, [...ids]));
  }
  const cardOf = (each: RecallDoc) => {
    const { doc, id } = cardIn(each);
    return cards.get(keyOf(doc, id));
  };
  return {
    cardOf,
    textOf(each) {
      const card = cardOf(each);
      const { kind, group, title, body: text = '' } = each;
      const said = { kind, group, ...(title === undefined ? {} : { title }), text };
      return card && textAsSeen(said, card, edges.get(card.doc) ?? []);
    },
  };
}

function cardIn({ name = '', group }: RecallDoc): { doc: string; id: string } {
  return { doc: documentOfGroup(group)?.doc ?? '', id: name.slice(group.length + 1) };
}

function keyOf(doc: string, id: string): string {
  return JSON.stringify([doc, id]);
}

/** How many versions of a deleted card are looked through: it may be deleted on several branches. */
const MAX_TOMBSTONES = 8;

async function cardFrom(
  tx: Reading,
  view: EffectiveView,
  doc: string,
  version: NodeVersion,
): Promise<SeenCard | undefined> {
  const isDeleted = version.state === undefined;
  const versions = isDeleted
    ? await tx.graph.versionsOf(view, doc, 'node', version.key, MAX_TOMBSTONES)
    : [version];
  const last = (versions as readonly NodeVersion[]).find(({ state }) => state !== undefined);
  const branch = last && branchAt(view, last.seq);
  if (!last?.state || branch === undefined) return undefined;
  const { seq, tsMs, state: node } = last;
  return { branch, doc, seq, tsMs, node, isDeleted };
}

/** What the branch does not see is passed over, a few pages far. */
const MAX_PAGES = 20;
const LEAST_READ = 100;

/** The index lists the newest; what a base has replaced since, the graph does. */
async function newest(
  tx: Reading,
  view: EffectiveView,
  listing: DocListing,
): Promise<readonly RecallDoc[]> {
  const documents = await tx.documents.inView(view);
  const groups = slicesOf(view, documents, listing);
  const found = [...(await newestSeen(tx, view, { ...listing, groups }))];
  const wantsCards = listing.kinds?.some(isVersioned) ?? true;
  const graphs = documents.filter(({ kind }) => kind === 'graph' && wantsCards && view.length > 1);
  for (const { doc } of graphs) {
    // Older ones are on the next page.
    const last = newestFirst(found)[listing.limit - 1]?.number ?? 0;
    const from = Math.max(last, listing.from ?? 0);
    found.push(...(await newestEarlier(tx, view, doc, { ...listing, from })));
  }
  return newestFirst(found).slice(0, listing.limit);
}

/** The documents of each branch in view, up to where the next one began. */
function slicesOf(
  view: EffectiveView,
  documents: readonly { readonly doc: string }[],
  { groups }: DocListing,
): readonly GroupSlice[] {
  const wanted = groups && new Set(groups.map(({ group }) => group));
  const all = view.flatMap(({ branch, upTo }) => {
    const below = upTo === Number.MAX_SAFE_INTEGER ? undefined : numberAt(upTo + 1);
    return documents.map(({ doc }) => ({ group: groupOf.document(branch, doc), below }));
  });
  return all.filter(({ group }) => wanted?.has(group) !== false);
}

function newestFirst(docs: readonly RecallDoc[]): readonly RecallDoc[] {
  return [...docs].sort((a, b) => b.number - a.number);
}

async function newestSeen(
  tx: Reading,
  view: EffectiveView,
  listing: DocListing,
): Promise<readonly RecallDoc[]> {
  const limit = Math.max(listing.limit, LEAST_READ);
  const found: RecallDoc[] = [];
  let { before } = listing;
  for (let page = 0; page < MAX_PAGES && found.length < listing.limit; page++) {
    const docs = await tx.recall.newest({ ...listing, before, limit });
    found.push(...(await docsSeen(tx, view, docs)));
    before = docs.at(-1)?.number;
    if (docs.length < limit) break;
  }
  return found;
}

async function newestEarlier(
  tx: Reading,
  view: EffectiveView,
  doc: string,
  listing: DocListing,
): Promise<readonly RecallDoc[]> {
  const { kinds, groups, from = 0, before: below = Number.MAX_SAFE_INTEGER } = listing;
  const limit = Math.max(listing.limit, LEAST_READ);
  const found: RecallDoc[] = [];
  let before: VersionSlice['before'] = seqOf(below - 1) + 1;
  for (let page = 0; page < MAX_PAGES && found.length < listing.limit; page++) {
    const versions = await tx.graph.nodes(view, doc, { excludeReserved: true }, { before, limit });
    const keys = versions.map(({ seq }) => ({ kind: 'card', number: numberAt(seq) }) as const);
    const earlier = await earlierSeen(tx, view, await earlierVersions(tx, view, keys));
    found.push(
      ...earlier.filter(
        ({ kind, group, number }) =>
          number >= from &&
          (kinds?.includes(kind) ?? true) &&
          (groups?.some((each) => each.group === group) ?? true),
      ),
    );
    const last = versions.at(-1);
    if (!last || versions.length < limit || last.seq < seqOf(from)) break;
    before = { seq: last.seq, key: last.key };
  }
  return found;
}
