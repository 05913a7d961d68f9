/** `graph_apply`, of the reasoning graph: a batch of changes to a graph document, all or none. */

import * as z from 'zod';
import { applyOps, type GraphOp, touchedBy, withStored } from '../../domain/graph/apply-ops.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { documentFields, meta, text } from '../declaration/fields.ts';
import { withAdvice } from '../steps/advice-table.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';

/**
 * One flat object for the four operations: a union would make the listed schema four times as long.
 */
const op = z.strictObject({
  op: z.enum(['node_upsert', 'node_delete', 'edge_upsert', 'edge_delete']),
  id: z.string().optional(),
  type: z.string().optional(),
  title: text.optional(),
  text: text.optional(),
  status: z.string().optional(),
  tags: z.array(z.string()).max(100).optional(),
  from: z.string().optional(),
  rel: z.string().optional(),
  to: z.string().optional(),
  meta,
});

const MAX_OPS = 1_000;

export const graphApply = defineOperation({
  name: 'graph_apply',
  title: 'Change a graph',
  description:
    'Adds, changes and deletes nodes and edges of the reasoning graph, all or none; each operation creates a version. An upsert replaces the whole node; deleting a node deletes its edges.',
  toolset: 'reasoning',
  does: writes({ destructive: true }).and(
    scoped({ ...documentFields, doc: documentFields.doc.describe('Default: graph') }),
  ),
  input: { ops: z.array(op).min(1).max(MAX_OPS) },
  example: {
    title: 'A question and a hypothesis',
    args: {
      ops: [
        { op: 'node_upsert', id: 'q1', type: 'question', title: 'Which queue?' },
        { op: 'node_upsert', id: 'h1', type: 'hypothesis', title: 'A table will do' },
        { op: 'edge_upsert', from: 'h1', rel: 'supports', to: 'q1' },
      ],
    },
  },
  async run(input, { tx, scope }) {
    const ops = graphOps(input.ops);
    if (isRefusal(ops)) return ops;
    const place = {
      branch: scope.branch.id,
      doc: input.doc ?? scope.docs.graph,
      target: scope.target,
    };
    const misplaced = await refuseOtherKind(tx, {
      ...{ branch: scope.branch, doc: place.doc, kind: 'graph', field: 'doc' },
    });
    if (misplaced) return misplaced;
    const view = await viewOf(tx, scope.branch);
    const touched = touchedBy(ops);
    const nodes = await tx.graph.byKey(view, place.doc, 'node', touched.nodes);
    const edges = await tx.graph.edgesAt(view, place.doc, touched.nodes);
    const live = (versions: readonly { key: string; state?: object }[]) =>
      new Set(versions.filter((each) => each.state).map((each) => each.key));
    const stored = new Map(
      [...nodes, ...edges].flatMap(({ key, state }) => (state ? [[key, state] as const] : [])),
    );
    const part = { nodes: live(nodes), edges: live(edges) };
    const applied = applyOps(place, withStored(ops, stored), part);
    if (isRefusal(applied)) return whereToLook(applied, scope.branch.name, place.doc);
    const last = (await tx.append(applied.drafts)).at(-1);
    return answer({
      branch: scope.branch.name,
      doc: place.doc,
      applied: applied.counts,
      last_seq: last?.seq ?? null,
      last_ts_ms: last?.tsMs ?? null,
    });
  },
});

/** What is missing is looked for in the graph that the call was about. */
function whereToLook(refusal: Refusal, branch: string, doc: string): Refusal {
  if (refusal.reason?.kind !== 'graph_part_unknown') return refusal;
  return withAdvice(refusal, {
    recovery: 'Use an id that is in this graph, or upsert the node earlier in the same batch.',
    suggestions: [suggestCall('graph_query', { branch, doc }, 'See the nodes that exist')],
  });
}

const NEEDED: Readonly<Record<GraphOp['op'], readonly string[]>> = {
  node_upsert: ['id', 'type'],
  node_delete: ['id'],
  edge_upsert: ['from', 'rel', 'to'],
  edge_delete: ['from', 'rel', 'to'],
};
const ALLOWED: Readonly<Record<GraphOp['op'], readonly string[]>> = {
  node_upsert: ['id', 'type', 'title', 'text', 'status', 'tags', 'meta'],
  node_delete: ['id'],
  edge_upsert: ['from', 'rel', 'to', 'meta'],
  edge_delete: ['from', 'rel', 'to'],
};

function graphOps(ops: readonly z.output<typeof op>[]): readonly GraphOp[] | Refusal {
  for (const [index, each] of ops.entries()) {
    const given = each as JsonObject;
    const missing = NEEDED[each.op].find((field) => given[field] === undefined);
    if (missing) return refuse('INVALID_INPUT', `ops.${index}.${missing}: required by ${each.op}`);
    const surplus = Object.keys(given).find(
      (field) => field !== 'op' && !ALLOWED[each.op].includes(field),
    );
    if (surplus)
      return refuse('INVALID_INPUT', `ops.${index}.${surplus}: not allowed for ${each.op}`);
  }
  return ops as readonly GraphOp[];
}
