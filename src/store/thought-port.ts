/** The queries about sessions of thought, the gateway and the knowledge zone. */

import type { JournalEvent } from '../domain/journal/event.ts';
import type { GatewayState } from '../domain/thoughts/gateway-state.ts';
import type { KnowledgeNote, KnowledgePattern } from '../domain/thoughts/knowledge.ts';
import type { Chain, Session } from '../domain/thoughts/session.ts';
import type { Thought } from '../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../domain/thoughts/thought-events.ts';

export type SortKey = 'createdAt' | 'updatedAt' | 'title';

export interface ListPage {
  readonly sortBy: SortKey;
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface SessionFilter {
  readonly project?: string | undefined;
  /** A session must have all of them. */
  readonly tags?: readonly string[] | undefined;
  /**
   * Its words must all occur in one text: title, description and tags together, or one thought. A
   * blank text is no condition.
   */
  readonly text?: string | undefined;
  /** Only sessions that have thoughts; false for those that have none. */
  readonly begun?: boolean | undefined;
  /** Only sessions that have thoughts and are not complete. */
  readonly unfinished?: true | undefined;
  /** Only these sessions, by the seqs that the journal knows them by. */
  readonly seqs?: readonly number[] | undefined;
}

/** A thought as it was recorded, and whether it was criticised since. */
export interface RecordedThought {
  readonly event: JournalEvent<'thought_recorded'>;
  readonly hasCritique: boolean;
}

/** A step of a cipher: its node, and the number of its thought. */
export interface LabelledStep {
  readonly node: string;
  readonly number: number;
}

export interface ThoughtSlice {
  readonly chain?: string | undefined;
  /** How many to skip, counted from the beginning or, with `last`, from the end. */
  readonly offset?: number | undefined;
  readonly last?: boolean | undefined;
  readonly limit: number;
}

/** A value with the times at which it was created and last changed. */
export interface Dated<Value> {
  readonly value: Value;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface KnowledgeFilter {
  readonly tags?: readonly string[] | undefined;
  /** Its words must all occur. A blank text is no condition. */
  readonly text?: string | undefined;
}

export interface ThoughtQueries {
  session(id: string): Promise<Session | undefined>;
  sessions(filter: SessionFilter, page: ListPage): Promise<readonly Session[]>;
  countSessions(filter: SessionFilter): Promise<number>;
  /** The names of the projects that have sessions. */
  projects(limit: number): Promise<readonly string[]>;
  /** The main chain first, then branches in the order of their creation. */
  chains(session: number): Promise<readonly Chain[]>;
  chain(session: number, name: string): Promise<Chain | undefined>;
  thought(session: number, place: ThoughtPlace): Promise<Thought | undefined>;
  /** In the order of arrival. */
  thoughts(session: number, slice: ThoughtSlice): Promise<readonly Thought[]>;
  /** In the order of arrival, those after a seq. */
  recordedAfter(session: number, seq: number, limit: number): Promise<readonly RecordedThought[]>;
  /** The thoughts at these places, in the order of arrival. */
  recordedAt(session: number, places: readonly ThoughtPlace[]): Promise<readonly RecordedThought[]>;
  /** The thought of each session that arrived last. */
  lastRecorded(
    sessions: readonly number[],
  ): Promise<ReadonlyMap<number, JournalEvent<'thought_recorded'>>>;
  /** The first thought of each session that has all words of the text. */
  firstWith(
    sessions: readonly number[],
    text: string,
  ): Promise<ReadonlyMap<number, JournalEvent<'thought_recorded'>>>;
  /** The thoughts that revise the one at this place. It reads the whole session. */
  revisionsOf(session: number, place: ThoughtPlace): Promise<readonly ThoughtPlace[]>;
  /** How many thoughts it had after the event with this seq, on all chains. */
  countUntil(session: number, seq: number): Promise<number>;
  /** Which of these places have a thought. */
  known(session: number, places: readonly ThoughtPlace[]): Promise<readonly ThoughtPlace[]>;
  /** The last step with each label, on one chain. */
  labelled(
    session: number,
    chain: string,
    labels: readonly number[],
  ): Promise<ReadonlyMap<number, LabelledStep>>;
  gatewayState(agent: string): Promise<GatewayState | undefined>;
  pattern(id: string): Promise<Dated<KnowledgePattern> | undefined>;
  patterns(filter: KnowledgeFilter, page: ListPage): Promise<readonly Dated<KnowledgePattern>[]>;
  note(id: string): Promise<Dated<KnowledgeNote> | undefined>;
  notes(filter: KnowledgeFilter, page: ListPage): Promise<readonly Dated<KnowledgeNote>[]>;
}
