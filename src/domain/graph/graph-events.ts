/** The events of a graph document. Each one is a version of one node or edge. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';
import type { ConflictCore, Resolution } from './conflict.ts';

/**
 * The source of a version that a merge copied. Stored beside the state, so that states can be
 * compared.
 */
export interface MergedFrom {
  readonly branch: number;
  readonly seq: number;
}

export interface NodeState {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly text?: string;
  readonly status?: string;
  readonly tags: readonly string[];
  readonly meta?: JsonObject;
}

export interface EdgeState {
  readonly from: string;
  readonly rel: string;
  readonly to: string;
  readonly meta?: JsonObject;
}

export interface GraphPayloads {
  graph_node_upserted: { readonly node: NodeState; readonly merged_from?: MergedFrom };
  graph_node_deleted: { readonly id: string; readonly merged_from?: MergedFrom };
  graph_edge_upserted: { readonly edge: EdgeState; readonly merged_from?: MergedFrom };
  graph_edge_deleted: {
    readonly from: string;
    readonly rel: string;
    readonly to: string;
    readonly merged_from?: MergedFrom;
  };
}

export interface ConflictPayloads {
  graph_conflict_found: { readonly conflict: ConflictCore };
  graph_conflict_resolved: { readonly id: string; readonly resolution: Resolution };
}

/** Every event type with the upcasters of its earlier versions. */
export const GRAPH_EVENTS: EventVersions<keyof GraphPayloads | keyof ConflictPayloads> = {
  graph_node_upserted: [],
  graph_node_deleted: [],
  graph_edge_upserted: [],
  graph_edge_deleted: [],
  graph_conflict_found: [],
  graph_conflict_resolved: [],
};
