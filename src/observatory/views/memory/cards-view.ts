/** The cards and other nodes of a reasoning graph, as a branch sees them. */

import { z } from 'zod';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { reservedPrefix } from '../../../domain/graph/graph-names.ts';
import { type EdgeVersion, edgeEnds, type NodeVersion } from '../../../domain/graph/version.ts';
import { DEFAULTS } from '../../../domain/workspace/workspace.ts';
import { cursorBehind, readCursor } from '../../../kernel/paging.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import {
  branchArg,
  concernsBranch,
  docArg,
  MAX_TOUCHED,
  seqBefore,
  viewOfBranch,
} from './branch-of-view.ts';

/** A type, because rows are JSON. */
export type CardEdge = { readonly rel: string; readonly to: string };

export interface CardRow extends ViewRow {
  readonly id: string;
  /** Of a card: question, hypothesis, test and so on. Other nodes have types of their own. */
  readonly type: string;
  readonly title?: string;
  readonly text: string;
  readonly more?: true;
  readonly status?: string;
  readonly tags: readonly string[];
  readonly pinned?: true;
  /** Outgoing ones, at most 50. */
  readonly edges: readonly CardEdge[];
  /** The seq of its first version, by which cards are ordered: it never changes. */
  readonly begun: number;
  readonly seq: number;
  readonly by?: string;
  readonly atMs: number;
}

const PINNED = 'pinned';
const MAX_EDGES = 50;
const PAGE = 250;

export const CARDS_ARGS = z.object({
  branch: branchArg,
  doc: docArg.default(DEFAULTS.docs.graph),
});

/** Live edges by the node at which they begin. */
function edgesFrom(edges: readonly EdgeVersion[]): ReadonlyMap<string, readonly CardEdge[]> {
  const found = new Map<string, CardEdge[]>();
  for (const { key, state } of edges) {
    if (!state) continue;
    const { from, rel, to } = edgeEnds(key);
    const list = found.get(from) ?? [];
    list.push({ rel, to });
    found.set(from, list);
  }
  for (const [from, list] of found) {
    list.sort((a, b) => (`${a.rel}|${a.to}` < `${b.rel}|${b.to}` ? -1 : 1));
    found.set(from, list.slice(0, MAX_EDGES));
  }
  return found;
}

async function rowsFrom(
  { tx }: Look,
  view: EffectiveView,
  doc: string,
  nodes: readonly NodeVersion[],
): Promise<CardRow[]> {
  const live = nodes.filter(({ key, state }) => state && reservedPrefix(key) === undefined);
  const ids = live.map(({ key }) => key);
  const edges = edgesFrom(await tx.graph.edgesAt(view, doc, ids));
  const begun = await tx.graph.beginnings(view, doc, ids);
  const events = await tx.journal.these(live.map(({ seq }) => seq));
  return live.flatMap(({ key: id, state, seq, tsMs }) => {
    if (!state) return [];
    const { type, title, text = '', status, tags } = state;
    const by = events.get(seq)?.agent;
    return {
      ...{ key: id, id, type, tags },
      ...(title === undefined ? {} : { title: cutText(title).text }),
      ...cutText(text),
      ...(status === undefined ? {} : { status }),
      ...(tags.includes(PINNED) ? { pinned: true as const } : {}),
      edges: edges.get(id) ?? [],
      ...{ begun: begun.get(id) ?? seq, seq, atMs: tsMs },
      ...(by === undefined ? {} : { by }),
    };
  });
}

export const CARDS_VIEW = defineView({
  name: 'cards',
  args: CARDS_ARGS,
  async page(look, { branch, doc }, cursor) {
    const view = await viewOfBranch(look.tx, branch);
    const at = cursor !== undefined && /^\d+$/.test(cursor) ? Number(cursor) : cursor;
    const slice = { before: readCursor(at), limit: PAGE + 1 };
    const found = await look.tx.graph.nodes(view, doc, { excludeReserved: true }, slice);
    const nodes = found.slice(0, PAGE);
    const last = nodes.at(-1);
    const next = found[PAGE] && last ? String(cursorBehind(last, found[PAGE])) : undefined;
    return { rows: await rowsFrom(look, view, doc, nodes), next };
  },
  async touched(look, { branch, doc }, events) {
    if (concernsBranch(events, branch)) return 'all';
    const view = await viewOfBranch(look.tx, branch);
    const changed = await look.tx.graph.changedAfter(view, doc, {
      seq: seqBefore(events),
      limit: MAX_TOUCHED,
      excludeReserved: true,
    });
    if (!changed) return 'all';
    return changed.map(({ kind, key }) => (kind === 'node' ? key : edgeEnds(key).from));
  },
  async rows(look, { branch, doc }, keys) {
    const view = await viewOfBranch(look.tx, branch);
    const nodes = (await look.tx.graph.byKey(view, doc, 'node', keys)) as readonly NodeVersion[];
    return rowsFrom(look, view, doc, nodes);
  },
});
