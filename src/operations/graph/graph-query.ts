/** `graph_query`: nodes of a graph document, newest first, with the edges between them. */

import * as z from 'zod';
import { canonicalTags } from '../../domain/graph/graph-names.ts';
import { edgeEnds, versionView } from '../../domain/graph/version.ts';
import type { Trim } from '../../kernel/budget.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { dropItems, omitFromItems, shorten } from '../../kernel/trims.ts';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, budget, cursor, doc, limit, names, target, workspace } from '../fields.ts';

const acme = { workspace: 'acme' };

const TRIMS: readonly Trim[] = [
  shorten('nodes', ['text'], 1_024),
  omitFromItems('nodes', ['meta']),
  omitFromItems('edges', ['meta']),
  shorten('nodes', ['text', 'title'], 160),
  dropItems('edges', { from: 'back', keep: 1 }),
  dropItems('edges', { from: 'back', keep: 0 }),
  dropItems('nodes', { from: 'back', keep: 1, paged: 'last_seq' }),
  omitFromItems('nodes', ['text', 'tags']),
  dropItems('nodes', { from: 'back', keep: 0, paged: 'last_seq' }),
];

export const graphQuery = defineOperation({
  name: 'graph_query',
  title: 'Query a graph',
  description:
    'The nodes of a graph document that match all filters, newest first, and the edges between them. Deleted ones are left out unless include_deleted.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: {
    workspace,
    target,
    branch: branch.optional().describe('Default: the checkout'),
    doc: doc.optional().describe('Default: graph'),
    ids: names.optional(),
    types: names.optional(),
    status: z.string().max(128).optional(),
    tags_any: names.optional(),
    tags_all: names.optional(),
    text: z.string().max(1_000).optional().describe('In title or text'),
    include_deleted: z.boolean().default(false),
    include_edges: z.boolean().default(true),
    edges_limit: z.int().min(0).max(1_000).default(200),
    cursor,
    limit: limit(50, 200),
    ...budget,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, branch: 'mian' },
    },
  },
  examples: [
    {
      title: 'Open questions',
      before: [
        {
          tool: 'graph_apply',
          args: {
            ...acme,
            ops: [
              {
                op: 'node_upsert',
                id: 'q1',
                type: 'question',
                title: 'Which queue?',
                status: 'open',
              },
            ],
          },
        },
      ],
      args: { ...acme, types: ['question'], status: 'open' },
    },
  ],
  trims: TRIMS,
  async run(input, { tx, scope }) {
    const tagsAny = input.tags_any && canonicalTags(input.tags_any, 'tags_any');
    if (isRefusal(tagsAny)) return tagsAny;
    const tagsAll = input.tags_all && canonicalTags(input.tags_all, 'tags_all');
    if (isRefusal(tagsAll)) return tagsAll;
    const docName = input.doc ?? scope.docs.graph;
    const view = await viewOf(tx, scope.branch);
    const includeDeleted = input.include_deleted;
    const filter = { ...input, tagsAny, tagsAll, includeDeleted };
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const found = await tx.graph.nodes(view, docName, filter, {
      before: page.cursor,
      limit: page.limit + 1,
    });
    const { rows: nodes, pagination } = newestPage(found, page);
    const shown = new Set(nodes.map((node) => node.key));
    const edges = input.include_edges ? await tx.graph.edgesAt(view, docName, [...shown]) : [];
    const between = edges.filter(({ key, state }) => {
      const { from, to } = edgeEnds(key);
      return shown.has(from) && shown.has(to) && (includeDeleted || state !== undefined);
    });
    return answer({
      branch: scope.branch.name,
      doc: docName,
      nodes: nodes.map(versionView),
      edges: between.slice(0, input.edges_limit).map(versionView),
      pagination,
      truncated: between.length > input.edges_limit,
    });
  },
});
