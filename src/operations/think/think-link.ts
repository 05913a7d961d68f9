/** `think_link`: adds an edge between two cards. */

import * as z from 'zod';
import { applyOps } from '../../domain/graph/apply-ops.ts';
import { edgeKey } from '../../domain/graph/version.ts';
import { canonicalJson, type JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { meta, title } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { noSuchCard } from './steps/change-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkLink = defineOperation({
  name: 'think_link',
  title: 'Link two cards',
  description:
    'Links two cards: adds an edge between existing nodes of the reasoning graph; message is stored with it. The same link again changes nothing.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(readingScope)),
  input: {
    from: z.string().max(256),
    rel: z.string().max(128),
    to: z.string().max(256),
    message: title,
    meta,
  },
  example: {
    title: 'A hypothesis answers a question',
    args: { from: 'h1', rel: 'answers', to: 'q1' },
  },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const view = await viewOf(tx, place.branch);
    const edge = { from: input.from.trim(), rel: input.rel.trim(), to: input.to.trim() };
    const found = await tx.graph.byKey(view, place.graph, 'node', [edge.from, edge.to]);
    const nodes = new Set(found.filter((node) => node.state).map((node) => node.key));
    const said: JsonObject = {
      ...input.meta,
      ...(input.message === undefined ? {} : { message: input.message }),
    };
    const state = { ...edge, ...(Object.keys(said).length === 0 ? {} : { meta: said }) };
    const applied = applyOps(
      { branch: place.branch.id, doc: place.graph, target: place.target },
      [{ op: 'edge_upsert', ...state }],
      { nodes, edges: new Set() },
      () => (name) => name ?? 'from, to',
    );
    if (isRefusal(applied)) {
      const unknown = (['from', 'to'] as const).find((end) => !nodes.has(edge[end]));
      const isMissing = applied.reason?.kind === 'graph_part_unknown' && unknown !== undefined;
      return isMissing ? noSuchCard(place, edge[unknown], unknown) : applied;
    }
    const [known] = await tx.graph.byKey(view, place.graph, 'edge', [edgeKey(edge)]);
    const isSame =
      known?.state !== undefined && canonicalJson(known.state) === canonicalJson(state);
    const last = isSame ? undefined : (await tx.append(applied.drafts)).at(-1);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      edge,
      applied: {
        ...applied.counts,
        edges_upserted: isSame ? 0 : 1,
        last_seq: last?.seq ?? null,
        last_ts_ms: last?.tsMs ?? null,
      },
    });
  },
});
