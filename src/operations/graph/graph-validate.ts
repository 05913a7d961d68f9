/** `graph_validate`, of the reasoning graph: whether both ends of every edge exist. */

import * as z from 'zod';
import type { EffectiveView } from '../../domain/branches/effective-view.ts';
import { edgeEnds } from '../../domain/graph/version.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { VersionMark } from '../../kernel/paging.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { documentFields } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';

const BATCH = 500;

export const graphValidate = defineOperation({
  name: 'graph_validate',
  title: 'Validate a graph',
  description:
    'Checks the reasoning graph: counts its live nodes and edges, and lists the edges with a missing or deleted end.',
  toolset: 'reasoning',
  does: reads([...cutList('errors', { from: 'back' }), omit('doc', 'branch', 'stats')]).and(
    scoped({ ...documentFields, doc: documentFields.doc.describe('Default: graph') }),
  ),
  input: { max_errors: z.int().min(1).max(500).default(50) },
  example: { title: 'A sound graph', args: {} },
  async run(input, { tx, scope }) {
    const docName = input.doc ?? scope.docs.graph;
    const view = await viewOf(tx, scope.branch);
    const nodes = await countNodes(tx, view, docName);
    const { edges, errors } = await checkEdges(tx, view, docName);
    return answer({
      branch: scope.branch.name,
      doc: docName,
      ok: errors.length === 0,
      stats: { nodes, edges },
      errors: errors.slice(0, input.max_errors),
      truncated: errors.length > input.max_errors,
    });
  },
});

async function countNodes(tx: Reading, view: EffectiveView, doc: string): Promise<number> {
  let count = 0;
  let before: VersionMark | undefined;
  for (;;) {
    const page = await tx.graph.nodes(view, doc, {}, { before, limit: BATCH });
    count += page.length;
    before = page.at(-1);
    if (page.length < BATCH) return count;
  }
}

async function checkEdges(
  tx: Reading,
  view: EffectiveView,
  doc: string,
): Promise<{ edges: number; errors: JsonObject[] }> {
  const errors: JsonObject[] = [];
  let edges = 0;
  let before: VersionMark | undefined;
  for (;;) {
    const page = await tx.graph.edges(view, doc, { before, limit: BATCH });
    edges += page.length;
    const ends = page.flatMap(({ key }) => [edgeEnds(key).from, edgeEnds(key).to]);
    const found = await tx.graph.byKey(view, doc, 'node', ends);
    const live = new Set(found.filter((node) => node.state).map((node) => node.key));
    for (const { key } of page) {
      const { from, to } = edgeEnds(key);
      const missing = [from, to].find((end) => !live.has(end));
      if (missing !== undefined) errors.push(endpointMissing(key, missing));
    }
    before = page.at(-1);
    if (page.length < BATCH) return { edges, errors };
  }
}

function endpointMissing(key: string, id: string): JsonObject {
  return {
    code: 'EDGE_ENDPOINT_MISSING',
    message: `no live node ${id}`,
    kind: 'edge',
    key,
    recovery: 'Upsert the node, or delete the edge.',
  };
}
