/**
 * Turns events of the journal into the events of the published contract.
 *
 * The contract describes them twice, with different fields; one object here carries both.
 */

import type { JournalEvent } from '../../domain/journal/event.ts';
import { MAIN, sessionSeqOf } from '../../domain/thoughts/session.ts';
import { isUntitled, titleFrom } from '../../domain/thoughts/session-title.ts';
import { nodeIdOf, type Thought } from '../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../domain/thoughts/thought-events.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { redact } from '../../kernel/redaction.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { ChannelName } from '../../observatory/messages.ts';
import type { Reading } from '../../store/port.ts';
import { observatorySession, observatoryThought } from './observatory-session.ts';

/** One event, written once and sent to many. */
class ChannelFrame {
  readonly session: string;
  readonly bytes: number;
  readonly #channels: readonly ChannelName[];
  readonly #rest: string;
  readonly #written = new Map<ChannelName, Buffer>();

  constructor(channels: readonly ChannelName[], session: string, fields: JsonObject) {
    this.#channels = channels;
    this.session = session;
    this.#rest = JSON.stringify(redact(fields)).slice(1);
    this.bytes = this.#rest.length;
  }

  isFor(channel: ChannelName): boolean {
    return this.#channels.includes(channel);
  }

  /** The same bytes for everybody on a channel. */
  on(channel: ChannelName): Buffer {
    const known = this.#written.get(channel);
    if (known) return known;
    const written = Buffer.from(`{"channel":"${channel}",${this.#rest}`);
    this.#written.set(channel, written);
    return written;
  }
}

/** The frames of one event of the journal, most often none. */
export interface ChannelItem {
  readonly seq: number;
  readonly frames: readonly ChannelFrame[];
}

export interface ChannelContext {
  /** The only project whose sessions are told; undefined for all. */
  readonly project: string | undefined;
  readonly nowMs: number;
}

const THOUGHTS: readonly ChannelName[] = ['reasoning', 'observatory'];
const SESSIONS: readonly ChannelName[] = ['sessions', 'observatory'];
const ALL: readonly ChannelName[] = ['reasoning', 'sessions', 'observatory'];

interface SeedEvent {
  readonly event: string;
  readonly channels: readonly ChannelName[];
  readonly data: JsonObject;
}

type Told<Type extends JournalEvent['type']> = JournalEvent<Type>;

export async function channelItems(
  tx: Reading,
  events: readonly JournalEvent[],
  context: ChannelContext,
): Promise<readonly ChannelItem[]> {
  const items: ChannelItem[] = [];
  const sessions = new Map<string, Awaited<ReturnType<typeof sessionOf>>>();
  for (const event of events) {
    if (!isTold(event)) continue;
    const session = sessions.get(event.entity) ?? (await sessionOf(tx, event));
    sessions.set(event.entity, session);
    if (context.project !== undefined && session.project !== context.project) continue;
    const told = await seedEvents(tx, event, session.id, context.nowMs);
    const frames = told.map(
      (each) =>
        new ChannelFrame(each.channels, session.id, {
          event: each.event,
          data: { event: each.event, sessionId: session.id, ...each.data },
          seq: event.seq,
          workspace: tx.workspace,
          ts: timestamp(event.tsMs),
          agent: event.agent,
        }),
    );
    items.push({ seq: event.seq, frames });
  }
  return items;
}

type ToldType =
  | 'session_started'
  | 'session_changed'
  | 'session_opened'
  | 'thought_recorded'
  | 'critique_attached';

const TOLD: readonly string[] = [
  'session_started',
  'session_changed',
  'session_opened',
  'thought_recorded',
  'critique_attached',
] satisfies readonly ToldType[];

/** Whether an event of the journal is told at all. */
export function isTold(event: JournalEvent): event is Told<ToldType> {
  return TOLD.includes(event.type);
}

/** The journal refers to a session by the event that started it. */
async function sessionOf(tx: Reading, event: JournalEvent) {
  const seq = sessionSeqOf(event.entity);
  const started = seq === event.seq ? event : await tx.journal.at(seq);
  if (started?.type !== 'session_started') throw new Error(`event ${seq} starts no session`);
  return started.payload;
}

async function seedEvents(
  tx: Reading,
  event: Told<ToldType>,
  session: string,
  nowMs: number,
): Promise<readonly SeedEvent[]> {
  switch (event.type) {
    case 'session_started':
      return [started(event)];
    case 'session_changed': {
      const { title, tags } = event.payload;
      const changed = { ...(title === undefined ? {} : { title }), ...(tags ? { tags } : {}) };
      return [await updated(tx, session, changed, nowMs)];
    }
    case 'session_opened':
      return [await updated(tx, session, { resumed: true }, nowMs)];
    case 'thought_recorded':
      return recorded(tx, event, session, nowMs);
    case 'critique_attached':
      return [critiqued(event, session)];
  }
}

function started({ payload, tsMs }: Told<'session_started'>): SeedEvent {
  const { id, title, description, tags, project, at = tsMs } = payload;
  const session = {
    id,
    title,
    ...(description === undefined ? {} : { description }),
    tags,
    project,
    createdAt: timestamp(at),
    updatedAt: timestamp(at),
    completedAt: null,
    status: 'active',
    thoughtCount: 0,
    branchCount: 0,
  };
  return { event: 'session:started', channels: SESSIONS, data: { title, session } };
}

async function updated(
  tx: Reading,
  id: string,
  changed: JsonObject,
  nowMs: number,
): Promise<SeedEvent> {
  const session = await tx.thoughts.session(id);
  if (!session) throw new Error(`there is no session ${id}`);
  const data = { ...changed, session: observatorySession(session, nowMs) };
  return { event: 'session:updated', channels: ALL, data };
}

function critiqued({ payload, tsMs }: Told<'critique_attached'>, session: string): SeedEvent {
  const { of, text, model, at = tsMs } = payload;
  const data = {
    nodeId: nodeIdOf(session, of),
    thoughtNumber: of.number,
    ...(of.chain === MAIN ? {} : { branchId: of.chain }),
    critique: { text, model, timestamp: timestamp(at) },
  };
  return { event: 'thought:critiqued', channels: ALL, data };
}

async function recorded(
  tx: Reading,
  event: Told<'thought_recorded'>,
  session: string,
  nowMs: number,
): Promise<readonly SeedEvent[]> {
  const { payload } = event;
  const chain = payload.branch ?? MAIN;
  const seq = sessionSeqOf(event.entity);
  const thought = await tx.thoughts.thought(seq, { chain, number: payload.number });
  if (!thought) throw new Error(`event ${event.seq} has left no thought`);
  const origin = chain === MAIN ? undefined : (await tx.thoughts.chain(seq, chain))?.origin;
  const titled = await titledBy(tx, event, session, nowMs);
  const ends = await endOf(tx, seq, thought);
  return [thoughtEvent(session, thought, origin), ...titled, ...ends];
}

/** The first thought gives a title to a session that was started without one. */
async function titledBy(
  tx: Reading,
  event: Told<'thought_recorded'>,
  session: string,
  nowMs: number,
): Promise<readonly SeedEvent[]> {
  const { branch, number, thought } = event.payload;
  if (branch !== undefined || !isUntitled(await sessionOf(tx, event))) return [];
  const known = await tx.thoughts.session(session);
  const main = known && (await tx.thoughts.chain(known.seq, MAIN));
  const title = titleFrom(thought);
  const isTitle = main?.first === number && known?.title === title;
  return isTitle && title !== undefined ? [await updated(tx, session, { title }, nowMs)] : [];
}

function thoughtEvent(session: string, thought: Thought, origin: number | undefined): SeedEvent {
  const id = (place: ThoughtPlace) => nodeIdOf(session, place);
  const { chain, previous, revises } = thought;
  const fork = origin === undefined ? undefined : { chain: MAIN, number: origin };
  const parent = previous === undefined ? fork : { chain, number: previous };
  const common = {
    parentId: parent === undefined ? null : id(parent),
    // A critique is an event of its own.
    thought: observatoryThought(session, { ...thought, critique: undefined }, origin),
  };
  const nodeId = id(thought);
  if (fork && previous === undefined) {
    const branched = { branchId: chain, fromThoughtNumber: fork.number, originNodeId: id(fork) };
    const data = { ...branched, nodeId, newNodeId: nodeId, ...common };
    return { event: 'thought:branched', channels: THOUGHTS, data };
  }
  if (revises === undefined) {
    return { event: 'thought:added', channels: THOUGHTS, data: { nodeId, ...common } };
  }
  const data = {
    revisedNodeId: id(revises),
    originalThoughtNumber: revises.number,
    nodeId,
    newNodeId: nodeId,
    ...common,
  };
  return { event: 'thought:revised', channels: THOUGHTS, data };
}

/** A session ends with a last thought on its main chain, unless it had ended before. */
async function endOf(tx: Reading, session: number, thought: Thought): Promise<SeedEvent[]> {
  const { chain, more, previous, seq } = thought;
  if (chain !== MAIN || more) return [];
  const before = previous && (await tx.thoughts.thought(session, { chain, number: previous }));
  if (before && !before.more) return [];
  const finalThoughtCount = await tx.thoughts.countUntil(session, seq);
  return [{ event: 'session:ended', channels: ALL, data: { finalThoughtCount } }];
}
