/** The events of sessions of thought, of the gateway, and of stored knowledge. */

import type { EdgeState } from '../graph/graph-events.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import { defineEvent, none, shape } from '../journal/define-event.ts';
import type { NamedStep } from './cipher-cards.ts';
import type { GatewayState } from './gateway-state.ts';
import type { KnowledgeNote, KnowledgePattern } from './knowledge.ts';

/** A thought's place in a session: its chain and its number. The main chain has the empty name. */
export type ThoughtPlace = { readonly chain: string; readonly number: number };

export const THOUGHT_EVENTS = {
  /** Inside the journal a session is identified by the seq of this event, outside by its UUID. */
  session_started: defineEvent({
    payload: shape<{
      readonly id: string;
      readonly project: string;
      readonly title: string;
      readonly description?: string;
      readonly tags: readonly string[];
      /** The original time, if it was imported from an archive. */
      readonly at?: number;
    }>(),
    words: ({ payload: { title } }) => ['started a session', title],
    text: none,
    opensAs: 'session',
  }),
  session_changed: defineEvent({
    payload: shape<{
      readonly title?: string;
      readonly tags?: readonly string[];
      readonly at?: number;
    }>(),
    words: ({ payload: { title } }) => ['changed a session', title],
    text: none,
    opensAs: 'session',
  }),
  /** The branch of the reasoning graph that gets the steps of its cipher from now on. */
  session_graph_opened: defineEvent({
    payload: shape<{ readonly branch: number }>(),
    words: () => 'opened the graph of a session',
    text: none,
    opensAs: 'session',
  }),
  /** The session was resumed. */
  session_opened: defineEvent({
    payload: shape<Record<never, never>>(),
    words: () => 'resumed a session',
    text: none,
    opensAs: 'session',
  }),
  thought_recorded: defineEvent({
    payload: shape<
      Mirrored & {
        readonly thought: string;
        readonly number: number;
        readonly total: number;
        /** `nextThoughtNeeded`. */
        readonly more: boolean;
        readonly branch?: string;
        /** The thought of the main chain at which a new branch begins. */
        readonly from?: number;
        readonly revises?: ThoughtPlace;
        /** `needsMoreThoughts`. */
        readonly unsure?: true;
        /** Whether a critique was asked for, even if none came. */
        readonly criticise?: true;
        /** The cells of notebooks that it cites, each as `notebook:cell`. */
        readonly cells?: readonly string[];
        readonly steps?: readonly NamedStep[];
        /** What the references of the steps resolved to when the thought was recorded. */
        readonly links?: readonly EdgeState[];
        readonly at?: number;
      }
    >(),
    // Version 1 entered the nodes and edges of its steps by events of their own.
    upcasters: [markMirrored],
    words: ({ payload: { branch, number = '', revises, thought } }) => {
      const place = branch ? `${branch} ${number}` : number;
      return [`thought ${place}${revises ? ' as a revision' : ''}`.trim(), thought];
    },
    text: ({ thought }) => ({ kind: 'thought', text: thought }),
    opensAs: 'thought',
  }),
  critique_attached: defineEvent({
    payload: shape<{
      readonly of: ThoughtPlace;
      readonly text: string;
      readonly model: string;
      readonly at?: number;
    }>(),
    words: ({ payload: { of, text } }) => [
      `got a critique of thought ${of?.number ?? ''}`.trim(),
      text,
    ],
    text: ({ text }) => ({ kind: 'thought', text }),
    opensAs: 'session',
  }),
  /** The gateway state of a caller without a connection. */
  gateway_moved: defineEvent({
    payload: shape<{ readonly state: GatewayState }>(),
    words: () => 'moved on in the gateway',
    text: none,
    opensAs: 'event',
  }),
  pattern_saved: defineEvent({
    payload: shape<{ readonly pattern: KnowledgePattern }>(),
    words: ({ id, payload: { pattern } }) => [`saved the pattern ${id}`, pattern?.title],
    text: none,
    opensAs: 'event',
  }),
  pattern_deleted: defineEvent({
    payload: shape<{ readonly id: string }>(),
    words: ({ id }) => `deleted the pattern ${id}`,
    text: none,
    opensAs: 'event',
  }),
  scratchpad_saved: defineEvent({
    payload: shape<{ readonly note: KnowledgeNote }>(),
    words: ({ id, payload: { note } }) => [`saved the note ${id}`, note?.title],
    text: none,
    opensAs: 'event',
  }),
  scratchpad_deleted: defineEvent({
    payload: shape<{ readonly id: string }>(),
    words: ({ id }) => `deleted the note ${id}`,
    text: none,
    opensAs: 'event',
  }),
};

export type ThoughtEventType = keyof typeof THOUGHT_EVENTS;
