/** What can happen to sessions of thought, to the gateway, and to what was learnt. */

import type { EventVersions } from '../../kernel/upcast.ts';
import type { EdgeState } from '../graph/graph-events.ts';
import { enteredBeside, type Mirrored } from '../graph/mirrored.ts';
import type { NamedStep } from './cipher-cards.ts';
import type { GatewayState } from './gateway-state.ts';
import type { KnowledgeNote, KnowledgePattern } from './knowledge.ts';

/** A chain of a session: its main one is called by the empty name. */
export type ThoughtPlace = { readonly chain: string; readonly number: number };

export interface ThoughtPayloads {
  /** The session goes by the seq of this event inside the journal, by its UUID outside. */
  session_started: {
    readonly id: string;
    readonly project: string;
    readonly title: string;
    readonly description?: string;
    readonly tags: readonly string[];
    /** When it truly happened, where it came from an archive. */
    readonly at?: number;
  };
  session_changed: {
    readonly title?: string;
    readonly tags?: readonly string[];
    readonly at?: number;
  };
  /** The branch of the reasoning graph where the steps of its cipher go from now on. */
  session_graph_opened: { readonly branch: number };
  /** Somebody came back to it. */
  session_opened: Record<never, never>;
  thought_recorded: Mirrored & {
    readonly thought: string;
    readonly number: number;
    readonly total: number;
    /** `nextThoughtNeeded`. */
    readonly more: boolean;
    readonly branch?: string;
    /** Where a new branch leaves the main chain. */
    readonly from?: number;
    readonly revises?: ThoughtPlace;
    /** `needsMoreThoughts`. */
    readonly unsure?: true;
    /** A critique was asked for, whether or not one came. */
    readonly criticise?: true;
    readonly steps?: readonly NamedStep[];
    /** Where the references of the steps led when it was recorded. */
    readonly links?: readonly EdgeState[];
    readonly at?: number;
  };
  critique_attached: {
    readonly of: ThoughtPlace;
    readonly text: string;
    readonly model: string;
    readonly at?: number;
  };
  /** Where a caller without a connection stands. */
  gateway_moved: { readonly state: GatewayState };
  pattern_saved: { readonly pattern: KnowledgePattern };
  pattern_deleted: { readonly id: string };
  scratchpad_saved: { readonly note: KnowledgeNote };
  scratchpad_deleted: { readonly id: string };
}

export type ThoughtEventType = keyof ThoughtPayloads;

/** Every type, with what is needed to read its earlier versions. */
export const THOUGHT_EVENTS: EventVersions<ThoughtEventType> = {
  session_started: [],
  session_changed: [],
  session_graph_opened: [],
  session_opened: [],
  // Version 1 entered the nodes and edges of its steps beside it.
  thought_recorded: [enteredBeside],
  critique_attached: [],
  gateway_moved: [],
  pattern_saved: [],
  pattern_deleted: [],
  scratchpad_saved: [],
  scratchpad_deleted: [],
};
