/** The events of sessions of thought, of the gateway, and of stored knowledge. */

import type { EventVersions } from '../../kernel/upcast.ts';
import type { EdgeState } from '../graph/graph-events.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import type { NamedStep } from './cipher-cards.ts';
import type { GatewayState } from './gateway-state.ts';
import type { KnowledgeNote, KnowledgePattern } from './knowledge.ts';

/** A thought's place in a session: its chain and its number. The main chain has the empty name. */
export type ThoughtPlace = { readonly chain: string; readonly number: number };

export interface ThoughtPayloads {
  /** Inside the journal a session is identified by the seq of this event, outside by its UUID. */
  session_started: {
    readonly id: string;
    readonly project: string;
    readonly title: string;
    readonly description?: string;
    readonly tags: readonly string[];
    /** The original time, if it was imported from an archive. */
    readonly at?: number;
  };
  session_changed: {
    readonly title?: string;
    readonly tags?: readonly string[];
    readonly at?: number;
  };
  /** The branch of the reasoning graph that gets the steps of its cipher from now on. */
  session_graph_opened: { readonly branch: number };
  /** The session was resumed. */
  session_opened: Record<never, never>;
  thought_recorded: Mirrored & {
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
  };
  critique_attached: {
    readonly of: ThoughtPlace;
    readonly text: string;
    readonly model: string;
    readonly at?: number;
  };
  /** The gateway state of a caller without a connection. */
  gateway_moved: { readonly state: GatewayState };
  pattern_saved: { readonly pattern: KnowledgePattern };
  pattern_deleted: { readonly id: string };
  scratchpad_saved: { readonly note: KnowledgeNote };
  scratchpad_deleted: { readonly id: string };
}

export type ThoughtEventType = keyof ThoughtPayloads;

/** Every event type with the upcasters of its earlier versions. */
export const THOUGHT_EVENTS: EventVersions<ThoughtEventType> = {
  session_started: [],
  session_changed: [],
  session_graph_opened: [],
  session_opened: [],
  // Version 1 entered the nodes and edges of its steps by events of their own.
  thought_recorded: [markMirrored],
  critique_attached: [],
  gateway_moved: [],
  pattern_saved: [],
  pattern_deleted: [],
  scratchpad_saved: [],
  scratchpad_deleted: [],
};
