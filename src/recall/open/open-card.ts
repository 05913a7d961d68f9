/** Opens cards and other nodes of reasoning graphs, on whichever branch and in whichever document. */

import type { Branch } from '../../domain/branches/branch.ts';
import { isAnswerTo } from '../../domain/cards/answer.ts';
import { OPEN } from '../../domain/cards/card.ts';
import { cardEntity } from '../../domain/cards/card-recorded.ts';
import type { NodeState } from '../../domain/graph/graph-events.ts';
import { reservedPrefix } from '../../domain/graph/graph-names.ts';
import {
  type EdgeVersion,
  edgeEnds,
  type NodeVersion,
  sameState,
} from '../../domain/graph/version.ts';
import { fill } from '../../kernel/placeholder.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { viewOf } from '../../operations/steps/branch-ref.ts';
import { cardView } from '../../operations/think/steps/read-cards.ts';
import type { Reading } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import {
  MAX_CHOICES,
  MAX_NEAR,
  type Near,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  oneByOne,
  recallCall,
  writerOf,
} from './opened.ts';

/** A card as one graph has it. */
interface Found {
  readonly branch: Branch;
  readonly doc: string;
  /** Its newest version that is not a tombstone. */
  readonly version: NodeVersion & { readonly state: NodeState };
  readonly isDeleted: boolean;
}

/**
 * Ids that the program gives to other things. A card that was named like one is found with its
 * place behind it.
 */
const GIVEN =
  /^(?:(?:(?:PLAN|TASK)-[0-9]+\/?)?(?:STEP-\w+|NODE-\w+)?|RULE-[0-9]+|CONFLICT-[0-9a-f]+|evt_[0-9]+)$/;

export const openCard: Opener = {
  prefixes: ['card'],
  claims: (id) => reservedPrefix(id) === undefined && !GIVEN.test(id) && id.length <= 600,
  async open(context, id) {
    for (const { key, place } of readings(id)) {
      const found = await cardsCalled(context, key, place);
      const few = distinct(found).slice(0, MAX_CHOICES);
      const isOne = few.length === 1 && place === undefined && context.branch === undefined;
      if (few.length > 0) {
        return oneByOne(few, (each) => openedCard(context.tx, each, isOne));
      }
      const gone = place === undefined ? await recordedOnly(context, key) : undefined;
      if (gone) return [gone];
    }
    return [];
  },
  async texts(tx, id) {
    for (const { key, place } of readings(id)) {
      const graphs = await graphsWith(tx, key, (each) => place === undefined || each === place);
      if (graphs.length > 0)
        return graphs.map(({ branch, doc }) => nameOf.card(branch.id, doc, key));
    }
    return [];
  },
};

/** Each sign asks the store once more. */
const MAX_ENDS = 8;

/** `h1@main/graph` is the card h1 in that graph; a card may also have an @ in its id. */
function readings(id: string): readonly { key: string; place?: string }[] {
  const ends = [...id.matchAll(/@/g)]
    .map(({ index }) => index)
    .slice(-MAX_ENDS)
    .reverse();
  const placed = ends.map((end) => ({ key: id.slice(0, end), place: id.slice(end + 1) }));
  return [{ key: id }, ...placed.filter(({ key }) => key !== '')];
}

function placeName({ branch, doc }: Pick<Found, 'branch' | 'doc'>): string {
  return `${branch.name}/${doc}`;
}

/** Graphs that are compared: most have the same card, if many have it. */
const MAX_READ = 50;

/** The graphs of living branches that have a version of the card, last written first. */
async function graphsWith(
  tx: Reading,
  key: string,
  isWanted: (place: string, branch: string) => boolean,
): Promise<readonly Pick<Found, 'branch' | 'doc'>[]> {
  const graphs: Pick<Found, 'branch' | 'doc'>[] = [];
  for (const { branch: id, doc } of await tx.graph.places(key)) {
    const branch = await tx.branches.byId(id);
    if (branch && isWanted(placeName({ branch, doc }), branch.name)) graphs.push({ branch, doc });
    if (graphs.length > MAX_READ) break;
  }
  return graphs;
}

async function cardsCalled(
  { tx, branch: only }: OpenContext,
  key: string,
  place: string | undefined,
): Promise<readonly Found[]> {
  const graphs = await graphsWith(
    tx,
    key,
    (each, branch) => (only ?? branch) === branch && (place ?? each) === each,
  );
  const found = await oneByOne(graphs, async ({ branch, doc }) => {
    const versions = await tx.graph.versionsOf(await viewOf(tx, branch), doc, 'node', key, 2);
    const version = versions.find((each) => each.state !== undefined) as
      | Found['version']
      | undefined;
    return version && { branch, doc, version, isDeleted: versions[0] !== version };
  });
  return found.filter((each) => each !== undefined);
}

/** One of several that say the same; those that were deleted count only if none is left. */
function distinct(found: readonly Found[]): readonly Found[] {
  const live = found.filter(({ isDeleted }) => !isDeleted);
  const rest = live.length > 0 ? live : found;
  return rest.filter(
    ({ version }, at) => rest.findIndex((other) => sameState(other.version, version)) === at,
  );
}

async function openedCard(tx: Reading, found: Found, isOne: boolean): Promise<Opened> {
  const { branch, doc, version, isDeleted } = found;
  const { state } = version;
  const { id, type, status, title, text } = state;
  const closed = status === undefined || status === OPEN ? undefined : status;
  return {
    id: isOne ? id : `${id}@${placeName(found)}`,
    kind: type === 'question' ? 'question' : 'card',
    title: title ?? text ?? id,
    in: placeName(found),
    atMs: version.tsMs,
    by: await writerOf(tx, version.seq),
    state: isDeleted ? 'deleted' : closed,
    content: cardView(version),
    near: isDeleted ? [] : await nearCard(tx, found, isOne),
    next:
      type === 'question' && status === OPEN && !isDeleted && !branch.name.startsWith('session/')
        ? suggestCall('remember', { answers: id, text: fill('the answer') }, 'Once it is answered')
        : suggestCall(
            'think_context',
            { branch: branch.name, graph_doc: doc },
            'See the cards there',
          ),
  };
}

async function nearCard(tx: Reading, found: Found, isOne: boolean): Promise<readonly Near[]> {
  const { branch, doc, version } = found;
  const view = await viewOf(tx, branch);
  const edges = (await tx.graph.edgesAt(view, doc, [version.key]))
    .filter(({ state }) => state)
    .slice(0, MAX_NEAR);
  const ends = edges.map((edge) => otherEnd(edge, version.key));
  const nodes = await tx.graph.byKey(view, doc, 'node', [...new Set(ends)]);
  const states = new Map((nodes as readonly NodeVersion[]).map(({ key, state }) => [key, state]));
  return edges.map((edge, at) => {
    const end = ends[at] ?? '';
    const isPlain = isOne || reservedPrefix(end) !== undefined;
    const { as, text } = relation(edge, version.state, states.get(end));
    return near(as, isPlain ? end : `${end}@${placeName(found)}`, text ?? end);
  });
}

/** What the other end of an edge is to a card, and what it says of itself. */
function relation({ key }: EdgeVersion, card: NodeState, other: NodeState | undefined) {
  const { from, rel } = edgeEnds(key);
  const isFrom = from === card.id;
  const text = other?.title ?? other?.text;
  if (other && rel === 'supports') {
    if (isFrom && isAnswerTo(other, card)) return { as: 'answers', text };
    // Its title repeats the question.
    if (!isFrom && isAnswerTo(card, other)) return { as: 'answer', text: other.text };
  }
  return { as: isFrom ? rel : `${rel} this`, text };
}

function otherEnd(edge: EdgeVersion, key: string): string {
  const { from, to } = edgeEnds(edge.key);
  return from === key ? to : from;
}

/** A card whose branch was deleted is still in the journal. */
async function recordedOnly({ tx }: OpenContext, key: string): Promise<Opened | undefined> {
  const [last] = await tx.journal.ofEntity(cardEntity(key), { limit: 1 });
  if (last?.type !== 'card_recorded') return undefined;
  const { card } = last.payload;
  return {
    id: card.id,
    kind: card.type === 'question' ? 'question' : 'card',
    title: card.title ?? card.text ?? card.id,
    in: last.doc,
    atMs: last.tsMs,
    by: last.agent,
    state: 'deleted',
    content: { ...card },
    near: [],
    next: recallCall(String(last.seq), 'See its entry in the trace'),
  };
}
