/**
 * `graph_query`, of both graphs: without a project the reasoning graph, with one the work graph.
 */

import * as z from 'zod';
import { canonicalTags } from '../../domain/graph/graph-names.ts';
import { edgeEnds, versionView } from '../../domain/graph/version.ts';
import type { Trim } from '../../kernel/budget.ts';
import { barePage, dropItems, keepWhole } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { CURSOR_TEXT, newestPage, readCursor } from '../../kernel/paging.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { fitsAs, itemsOf } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped, seesPresence } from '../declaration/facets.ts';
import { documentFields, listedAs, names } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { MAX_WORK_LIMIT, queryWork, workQueryFields } from '../work/steps/query-work.ts';
import { claimRule } from '../work/steps/work-claim-rule.ts';

const MAX_LIMIT = 200;

/** Cards and nodes stay with the edges between them; a query of the work graph brings its own. */
const nodesAndEdges: Trim = {
  minimal: false,
  apply(view, fits) {
    const edges = itemsOf(view, 'edges') as readonly JsonObject[];
    const keep = keepWhole('nodes', {
      from: 'back',
      paged: 'last_seq',
      spare: ['meta', 'tags', 'last_ts_ms'],
    });
    const between = (cut: JsonObject) => {
      const shown = new Set(itemsOf(cut, 'nodes').map((node) => (node as JsonObject).id));
      const kept = edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
      return kept.length === edges.length ? cut : { ...cut, edges: kept };
    };
    return between(keep.apply(view, fitsAs(fits, between)));
  },
};

const TRIMS: readonly Trim[] = [
  nodesAndEdges,
  dropItems('edges', { from: 'back', keep: 0 }),
  barePage('nodes', { from: 'back', paged: 'last_seq' }),
];

export const graphQuery = defineOperation({
  name: 'graph_query',
  title: 'Query a graph',
  description:
    'With project: finds nodes of the work graph by filter and sort. Without: finds nodes of the reasoning graph that match all filters, newest first, with the edges between them; include_deleted adds deleted ones.',
  toolset: 'reasoning',
  does: reads()
    .and(scoped({ ...documentFields, doc: documentFields.doc.describe('Default: graph') }))
    .and(seesPresence),
  input: {
    ...workQueryFields,
    ids: names.optional(),
    types: names.optional(),
    status: z.string().max(128).optional(),
    tags_any: names.optional(),
    tags_all: names.optional(),
    text: z.string().max(1_000).optional().describe('Words in title or text'),
    include_deleted: z.boolean().optional(),
    include_edges: z.boolean().optional().describe('Default: true'),
    edges_limit: z.int().min(0).max(1_000).optional().describe('Default: 200'),
    cursor: listedAs(
      z
        .union([z.int().min(0), z.string().max(1_000)], { error: 'a next_cursor' })
        .nullable()
        .optional()
        .describe('next_cursor of the previous page'),
      { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    ),
    limit: listedAs(
      z.int().min(1).optional().describe(`Default: 50; work graph 20, at most ${MAX_WORK_LIMIT}`),
      { type: 'integer', minimum: 1, maximum: MAX_LIMIT },
    ),
  },
  refusals: ['PROJECT_NOT_FOUND', 'NODE_NOT_FOUND'],
  example: { title: 'Open questions', args: { types: ['question'], status: 'open' } },
  plain: asksWork,
  async run(input, call) {
    const { tx, scope } = call;
    const fault = refuseStray(input) ?? refuseLimit(input);
    if (fault) return fault;
    if (input.project !== undefined)
      return queryWork(tx, { ...input, project: input.project }, claimRule(call));
    if (typeof input.cursor === 'string' && !CURSOR_TEXT.test(input.cursor)) {
      return refuse('INVALID_INPUT', 'cursor: expected a next_cursor of the reasoning graph');
    }
    const tagsAny = input.tags_any && canonicalTags(input.tags_any, 'tags_any');
    if (isRefusal(tagsAny)) return tagsAny;
    const tagsAll = input.tags_all && canonicalTags(input.tags_all, 'tags_all');
    if (isRefusal(tagsAll)) return tagsAll;
    const docName = input.doc ?? scope.docs.graph;
    const view = await viewOf(tx, scope.branch);
    const includeDeleted = input.include_deleted ?? false;
    const edgesLimit = input.edges_limit ?? 200;
    const filter = { ...input, tagsAny, tagsAll, includeDeleted };
    const page = { cursor: input.cursor ?? undefined, limit: input.limit ?? 50 };
    const found = await tx.graph.nodes(view, docName, filter, {
      before: readCursor(page.cursor),
      limit: page.limit + 1,
    });
    const { rows: nodes, pagination } = newestPage(found, page);
    const shown = new Set(nodes.map((node) => node.key));
    const edges =
      (input.include_edges ?? true) ? await tx.graph.edgesAt(view, docName, [...shown]) : [];
    const between = edges.filter(({ key, state }) => {
      const { from, to } = edgeEnds(key);
      return shown.has(from) && shown.has(to) && (includeDeleted || state !== undefined);
    });
    const answered: JsonObject = {
      branch: scope.branch.name,
      doc: docName,
      nodes: nodes.map(versionView),
      edges: between.slice(0, edgesLimit).map(versionView),
      pagination,
      truncated: between.length > edgesLimit,
    };
    return answer(answered, { trims: TRIMS });
  },
});

/** One tool reads two graphs: a call with a project means the work graph. */
function asksWork(args: unknown): boolean {
  return typeof args === 'object' && args !== null && (args as JsonObject).project != null;
}

const OF_WORK = ['filter', 'sort'] as const;
const OF_REASONING = [
  ...(['target', 'branch', 'doc', 'ids', 'types', 'status', 'tags_any', 'tags_all'] as const),
  ...(['text', 'include_deleted', 'include_edges', 'edges_limit'] as const),
] as const;

/** Checked here and not by the schema, so that a call is told one limit: that of its graph. */
function refuseLimit({
  project,
  limit = 1,
}: {
  readonly project?: string | undefined;
  readonly limit?: number | undefined;
}): Refusal | undefined {
  const most = project === undefined ? MAX_LIMIT : MAX_WORK_LIMIT;
  if (limit <= most) return undefined;
  return refuse('INVALID_INPUT', `limit: at most ${most}`, { details: { field: 'limit' } });
}

/** An argument of the one graph is refused in a query of the other. */
function refuseStray(input: Readonly<Record<string, unknown>>): Refusal | undefined {
  const foreign = input.project === undefined ? OF_WORK : OF_REASONING;
  const stray = foreign.find((name) => input[name] !== undefined);
  if (stray === undefined) return undefined;
  const why = input.project === undefined ? 'without project' : 'with project';
  return refuse('INVALID_INPUT', `${stray}: not allowed in a query ${why}`, {
    recovery:
      'With project, graph_query reads the work graph (filter, sort); without, the reasoning graph.',
    details: { field: stray },
  });
}
