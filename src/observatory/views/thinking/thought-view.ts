/** One thought, whole: its text, its steps, and everything that leads to it and away from it. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { MAIN, type Session } from '../../../domain/thoughts/session.ts';
import { placeName, type Thought } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { readSession } from './read-session.ts';
import { sessionOf } from './sessions-view.ts';
import {
  GRAPH_DOC,
  type GraphOfSession,
  type ReferenceFrom,
  readReferences,
  type StepDetail,
} from './thought-references.ts';
import { placeNamed } from './thoughts-view.ts';

export interface ThoughtDetail extends ViewRow {
  readonly session: string;
  readonly sessionTitle: string;
  readonly chain: string;
  readonly number: number;
  readonly total: number;
  readonly seq: number;
  readonly text: string;
  readonly atMs: number;
  readonly by: string;
  /** Whether it said that further thoughts are needed, and that there may be more than planned. */
  readonly more: boolean;
  readonly unsure: boolean;
  /** Places: before and after it on its chain, and where a branch that begins with it comes from. */
  readonly previous?: string | undefined;
  readonly following?: string | undefined;
  readonly from?: string | undefined;
  readonly revises?: string | undefined;
  readonly revisedBy: readonly string[];
  /** The branches that begin at it. */
  readonly branches: readonly { readonly name: string; readonly count: number }[];
  readonly branchCount: number;
  readonly steps: readonly StepDetail[];
  /** The steps of other thoughts that refer to its steps. */
  readonly referredBy: readonly ReferenceFrom[];
  /** Where the cards of its steps are. */
  readonly cards?: GraphOfSession | undefined;
  readonly cells: readonly string[];
  readonly critique?: Thought['critique'];
}

/** Branches that are named; the rest are counted. */
const MAX_BRANCHES = 50;

async function branchesAt({ tx }: Look, session: Session, { chain, number }: ThoughtPlace) {
  if (chain !== MAIN || session.branchCount === 0) return [];
  const chains = await tx.thoughts.chains(session.seq);
  return chains
    .filter(({ name, origin }) => name !== MAIN && origin === number)
    .map(({ name, count }) => ({ name, count }));
}

async function detailOf(
  look: Look,
  session: Session,
  place: ThoughtPlace,
): Promise<ThoughtDetail | undefined> {
  const { thoughts } = look.tx;
  const thought = await thoughts.thought(session.seq, place);
  const [recorded] = await thoughts.recordedAt(session.seq, [place]);
  if (!thought || !recorded) return undefined;
  const { chain, number, total, seq, text, atMs, more, unsure, cells, critique } = thought;
  const onChain = (other: number | undefined) =>
    other === undefined ? undefined : placeName({ chain, number: other });
  const { from } = recorded.event.payload;
  const revised = session.revisionCount === 0 ? [] : await thoughts.revisionsOf(session.seq, place);
  const branches = await branchesAt(look, session, place);
  return {
    ...{ key: placeName(place), session: session.id, sessionTitle: session.title },
    ...{ chain, number, total, seq, text, atMs, by: recorded.event.agent, more, unsure },
    previous: onChain(thought.previous),
    following: onChain(thought.following),
    from: from === undefined ? undefined : placeName({ chain: MAIN, number: from }),
    revises: thought.revises && placeName(thought.revises),
    revisedBy: revised.map(placeName),
    branches: branches.slice(0, MAX_BRANCHES),
    branchCount: branches.length,
    ...(await readReferences(look, session, thought)),
    ...{ cells, critique },
  };
}

const args = z.object({ session: z.string().max(200), place: z.string().max(100) });

type Args = z.infer<typeof args>;

async function rowsOf(look: Look, { session: id, place: name }: Args) {
  const place = placeNamed(name);
  const session = place && (await readSession(look, id));
  const row = place && session && (await detailOf(look, session, place));
  return row ? [row] : [];
}

/** Cards are also entered in a trace, with every step; their nodes and edges are what is shown. */
function isInGraph({ graphBranch }: Session, { branch, doc }: JournalEvent): boolean {
  return branch === graphBranch && doc === GRAPH_DOC;
}

/**
 * Which events concern the thought: its own, those of its neighbours, of its revisions and
 * branches, and those of its cards. To read it for every event of its session would send a long
 * text each time.
 */
async function isTouched(
  look: Look,
  session: Session,
  place: ThoughtPlace,
  events: readonly JournalEvent[],
): Promise<boolean> {
  const thought = await look.tx.thoughts.thought(session.seq, place);
  if (!thought) return false;
  const branches = (await branchesAt(look, session, place)).map(({ name }) => name);
  const nodes = new Set(thought.steps.map(({ node }) => node));
  const isHere = (other: ThoughtPlace | undefined) =>
    other?.chain === place.chain && other.number === place.number;
  return events.some((event) => {
    if (event.type === 'branch_renamed' || event.type === 'branch_deleted') return true;
    if (event.branch !== undefined) return isInGraph(session, event);
    if (sessionOf(event) !== session.seq) return false;
    if (event.type === 'critique_attached') return isHere(event.payload.of);
    if (event.type !== 'thought_recorded') return true;
    const { branch: chain = MAIN, number, revises, links = [] } = event.payload;
    if (isHere({ chain, number }) || isHere(revises)) return true;
    if (chain === place.chain && number === thought.following) return true;
    return branches.includes(chain) || links.some(({ to }) => nodes.has(to));
  });
}

export const THOUGHT_VIEW = defineView<Args, ThoughtDetail>({
  name: 'thought',
  args,
  page: async (look, given) => ({ rows: await rowsOf(look, given) }),
  async touched(look, { session: id, place: name }, events) {
    const place = placeNamed(name);
    const session = place && (await readSession(look, id));
    if (!session || !(await isTouched(look, session, place, events))) return [];
    return [placeName(place)];
  },
  rows: async (look, given, keys) => (keys.length === 0 ? [] : rowsOf(look, given)),
});
