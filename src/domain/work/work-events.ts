/** The events of the work graph. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { versionsOf } from '../../kernel/upcast.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import type { Evidence, Link, WorkEdge } from './work-node.ts';

/** Types, not interfaces, because payloads are JSON. */
export type PlannedNode = {
  readonly id: string;
  readonly parent: string;
  readonly depth: number;
  readonly summary: string;
  readonly context_links: readonly string[];
  readonly properties: JsonObject;
};

export type FieldChange = {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
};

/** What a merge did beside moving children and evidence. */
type Kept = {
  /** The new values of the target. */
  readonly set: { readonly properties?: JsonObject; readonly context_links?: readonly string[] };
  /** What the source lost and what the target gained. */
  readonly changes: {
    readonly source: readonly FieldChange[];
    readonly target: readonly FieldChange[];
  };
  readonly edges: { readonly removed: readonly WorkEdge[]; readonly added: readonly WorkEdge[] };
  /** The children that moved. */
  readonly children: readonly string[];
};

export type EndedClaim = { readonly id: string; readonly by: string; readonly at: string };

interface Facts {
  work_project_opened: {
    readonly project: string;
    readonly id: string;
    readonly summary: string;
  };
  work_planned: {
    readonly project: string;
    readonly nodes: readonly PlannedNode[];
    readonly depends_on: readonly Link[];
  };
  work_updated: {
    readonly project: string;
    readonly id: string;
    readonly changes: readonly FieldChange[];
    /** The new values of the fields that changed. */
    readonly set: {
      readonly summary?: string;
      readonly resolved?: boolean;
      readonly state?: Json;
      readonly properties?: JsonObject;
      readonly context_links?: readonly string[];
      /** With a claim in `properties`: whether it ends with the process that made it. */
      readonly claim_of_process?: boolean;
      /** A claim, a release or a hint, which leaves the node its place in the order of work. */
      readonly keeps_place?: boolean;
    };
    readonly evidence: readonly Evidence[];
  };
  work_connected: { readonly project: string; readonly edge: WorkEdge };
  work_disconnected: { readonly project: string; readonly edge: WorkEdge };
  work_moved: {
    readonly project: string;
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly deeper: number;
  };
  work_merged: {
    readonly project: string;
    readonly source: string;
    readonly target: string;
    readonly summary: string;
    readonly deeper: number;
    /** Absent in earlier events, whose target got no links and no properties. */
    readonly kept?: Kept;
  };
  /** The node and everything unresolved below it. */
  work_dropped: {
    readonly project: string;
    readonly id: string;
    readonly evidence: Evidence;
    /** The claims that it ended; earlier events do not say. */
    readonly claims?: readonly EndedClaim[];
  };
}

export type WorkEventType = keyof Facts;

export type WorkPayloads = { [Type in WorkEventType]: Facts[Type] & Mirrored };

/**
 * Since version 2 the reasoning graph follows from the event. Version 1 entered nodes and edges by
 * events of their own; its upcaster marks that they exist.
 */
export const WORK_EVENTS = versionsOf<WorkEventType>(
  [
    'work_project_opened',
    'work_planned',
    'work_updated',
    'work_connected',
    'work_disconnected',
    'work_moved',
    'work_merged',
    'work_dropped',
  ],
  [markMirrored],
);
