/** `think_link`: adds an edge between two cards. */

import * as z from 'zod';
import { applyOps } from '../../domain/graph/apply-ops.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { meta, title } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkLink = defineOperation({
  name: 'think_link',
  title: 'Link two cards',
  description:
    'Links two cards: adds an edge between existing nodes of the reasoning graph; message is stored with it.',
  toolset: 'reasoning',
  does: writes().and(scoped(readingScope)),
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
    const ends = [input.from.trim(), input.to.trim()];
    const found = await tx.graph.byKey(await viewOf(tx, place.branch), place.graph, 'node', ends);
    const said: JsonObject = {
      ...input.meta,
      ...(input.message === undefined ? {} : { message: input.message }),
    };
    const edge = { from: input.from, rel: input.rel, to: input.to };
    const applied = applyOps(
      { branch: place.branch.id, doc: place.graph, target: place.target },
      [{ op: 'edge_upsert', ...edge, ...(Object.keys(said).length === 0 ? {} : { meta: said }) }],
      {
        nodes: new Set(found.filter((node) => node.state).map((node) => node.key)),
        edges: new Set(),
      },
    );
    if (isRefusal(applied)) return applied;
    const last = (await tx.append(applied.drafts)).at(-1);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      edge,
      applied: { ...applied.counts, last_seq: last?.seq ?? null, last_ts_ms: last?.tsMs ?? null },
    });
  },
});
