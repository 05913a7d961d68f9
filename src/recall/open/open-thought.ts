/** Opens sessions of thought and single thoughts, on their main chain or on a branch. */

import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { type Chain, MAIN, type Session } from '../../domain/thoughts/session.ts';
import { sessionView, thoughtView } from '../../domain/thoughts/session-view.ts';
import { placeName, type Thought } from '../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../domain/thoughts/thought-events.ts';
import { UUID } from '../../kernel/ids.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Reading } from '../../store/port.ts';
import { numberAt } from '../terms/postings.ts';
import { groupOf } from '../terms/recall-text.ts';
import {
  MAX_NEAR,
  type Near,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  writerOf,
} from './opened.ts';

/** More than an answer holds; the next call leads to the rest. */
const MAX_THOUGHTS = 100;

export const openSession: Opener = {
  prefixes: ['session'],
  claims: (id) => UUID.test(id.toLowerCase()),
  async open(context, id) {
    const session = await sessionInReach(context, id);
    return session ? [await openedSession(context.tx, session)] : [];
  },
  async texts(tx, id) {
    const session = await tx.thoughts.session(id.toLowerCase());
    return session ? [groupOf.session(session.seq)] : [];
  },
};

/** A server that is bound to one project shows no session of another. */
async function sessionInReach(
  { tx, server }: OpenContext,
  id: string,
): Promise<Session | undefined> {
  const session = await tx.thoughts.session(id.toLowerCase());
  const only = server.thoughts.project;
  return only === undefined || session?.project === only ? session : undefined;
}

function loadCall(sessionId: string) {
  return suggestCall(GATEWAY, { operation: 'load_context', sessionId }, 'Go on with the session');
}

async function openedSession(tx: Reading, session: Session): Promise<Opened> {
  const chains = await tx.thoughts.chains(session.seq);
  const thoughts = await tx.thoughts.thoughts(session.seq, { offset: 0, limit: MAX_THOUGHTS });
  const graph =
    session.graphBranch === undefined ? undefined : await tx.branches.byId(session.graphBranch);
  return {
    id: session.id,
    kind: 'session',
    title: session.title,
    in: session.project,
    atMs: session.updatedMs,
    by: await writerOf(tx, session.seq),
    state: session.isComplete ? 'done' : undefined,
    content: {
      ...sessionView(session),
      thoughts: thoughts.map((each) => thoughtView(each, originOf(chains, each.chain))),
    },
    near: [
      ...chains
        .filter(({ name }) => name !== MAIN)
        .slice(0, MAX_NEAR)
        .map(({ name, first, origin }) =>
          near('branch', idOf(session, { chain: name, number: first }), `from thought ${origin}`),
        ),
      ...(graph ? [near('graph', `branch:${graph.name}`, 'its cards')] : []),
    ],
    next: loadCall(session.id),
  };
}

function originOf(chains: readonly Chain[], name: string): number | undefined {
  return chains.find((chain) => chain.name === name)?.origin;
}

function idOf({ id }: Session, place: ThoughtPlace): string {
  return `${id}#${placeName(place)}`;
}

/** `SESSION#3` and `SESSION#BRANCH:3`; the ids of nodes have a colon in place of the `#`. */
const THOUGHT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[#:](?:(.+):)?([0-9]{1,9})$/i;

export const openThought: Opener = {
  prefixes: ['thought'],
  claims: (id) => THOUGHT.test(id),
  async open(context, id) {
    const [, uuid = '', chain = MAIN, number] = THOUGHT.exec(id) ?? [];
    const session = await sessionInReach(context, uuid);
    if (!session) return [];
    const place = { chain, number: Number(number) };
    const thought = await context.tx.thoughts.thought(session.seq, place);
    return thought ? [await openedThought(context.tx, session, thought)] : [];
  },
  async texts(tx, id) {
    const [, uuid = '', chain = MAIN, number] = THOUGHT.exec(id) ?? [];
    const session = await tx.thoughts.session(uuid.toLowerCase());
    const place = { chain, number: Number(number) };
    const thought = session && (await tx.thoughts.thought(session.seq, place));
    return thought ? [numberAt(thought.seq)] : [];
  },
};

async function openedThought(tx: Reading, session: Session, thought: Thought): Promise<Opened> {
  const chains = await tx.thoughts.chains(session.seq);
  const revisions = await tx.thoughts.revisionsOf(session.seq, thought);
  return {
    id: idOf(session, thought),
    kind: 'thought',
    title: thought.text,
    in: session.id,
    atMs: thought.atMs,
    by: await writerOf(tx, thought.seq),
    state: revisions.length > 0 ? 'revised' : undefined,
    content: thoughtView(thought, originOf(chains, thought.chain)),
    near: [
      ...(await thoughtsAround(tx, session, thought, { chains, revisions })),
      ...thought.cells.map((cell) => near('cell', cell.replace(':', '/'), cell)),
      near('session', session.id, session.title),
    ],
    next: loadCall(session.id),
  };
}

async function thoughtsAround(
  tx: Reading,
  session: Session,
  { chain, number, previous, following, revises }: Thought,
  { chains, revisions }: { chains: readonly Chain[]; revisions: readonly ThoughtPlace[] },
): Promise<readonly Near[]> {
  const origin = previous === undefined ? originOf(chains, chain) : undefined;
  const on = (each: number | undefined) => (each === undefined ? [] : [{ chain, number: each }]);
  const branches = chains.filter((each) => chain === MAIN && each.origin === number);
  const wanted: readonly (readonly [string, readonly ThoughtPlace[]])[] = [
    ['revised by', revisions.slice(0, MAX_NEAR)],
    ['revises', revises ? [revises] : []],
    ['before', on(previous)],
    ['begins at', origin === undefined ? [] : [{ chain: MAIN, number: origin }]],
    ['after', on(following)],
    [
      'branch',
      branches.slice(0, MAX_NEAR).map((each) => ({ chain: each.name, number: each.first })),
    ],
  ];
  const found: Near[] = [];
  for (const [as, places] of wanted) {
    for (const place of places) {
      const other = await tx.thoughts.thought(session.seq, place);
      if (other) found.push(near(as, idOf(session, other), other.text));
    }
  }
  return found;
}
