/** The events of a graph document. Each one is a version of one node or edge. */

import type { JsonObject } from '../../kernel/json.ts';
import { defineEvent, none, shape } from '../journal/define-event.ts';
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

export const GRAPH_EVENTS = {
  graph_node_upserted: defineEvent({
    payload: shape<{ readonly node: NodeState; readonly merged_from?: MergedFrom }>(),
    words: ({ payload: { node } }) => [nodeWords(node), node?.title ?? node?.text],
    text: none,
    opensAs: 'card',
  }),
  graph_node_deleted: defineEvent({
    payload: shape<{ readonly id: string; readonly merged_from?: MergedFrom }>(),
    words: ({ payload: { id = '' } }) => `deleted the graph node ${id}`,
    text: none,
    opensAs: 'card',
  }),
  graph_edge_upserted: defineEvent({
    payload: shape<{ readonly edge: EdgeState; readonly merged_from?: MergedFrom }>(),
    words: ({ payload: { edge } }) => `connected ${edgeWords(edge)}`,
    text: none,
    opensAs: 'event',
  }),
  graph_edge_deleted: defineEvent({
    payload: shape<{
      readonly from: string;
      readonly rel: string;
      readonly to: string;
      readonly merged_from?: MergedFrom;
    }>(),
    words: ({ payload }) => `disconnected ${edgeWords(payload)}`,
    text: none,
    opensAs: 'event',
  }),
  graph_conflict_found: defineEvent({
    payload: shape<{ readonly conflict: ConflictCore }>(),
    words: ({ payload: { conflict } }) => `met a conflict about ${conflict?.key ?? ''}`,
    text: none,
    opensAs: 'conflict',
  }),
  graph_conflict_resolved: defineEvent({
    payload: shape<{ readonly id: string; readonly resolution: Resolution }>(),
    words: ({ entity }) => `resolved ${entity}`,
    text: none,
    opensAs: 'conflict',
  }),
};

function nodeWords({ id = '', type = '', status }: Partial<NodeState> = {}): string {
  if (type === 'question' && status === 'answered') return `marked the question ${id} as answered`;
  return `wrote the ${id.startsWith('CARD-') ? type : 'graph node'} ${id}`;
}

function edgeWords({ from, rel, to }: Partial<EdgeState> = {}): string {
  return [from, rel, to].join(' ');
}
