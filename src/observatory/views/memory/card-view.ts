/** One card: its whole text, its edges both ways, and how it changed. */

import { z } from 'zod';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { edgeEnds, type NodeVersion } from '../../../domain/graph/version.ts';
import { canonicalJson, type JsonObject } from '../../../kernel/json.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { concernsBranch, MAX_TOUCHED, seqBefore, viewOfBranch } from './branch-of-view.ts';
import { CARDS_ARGS } from './cards-view.ts';

/** Types, because rows are JSON. */
export type CardLink = {
  readonly rel: string;
  /** The other end. */
  readonly id: string;
  readonly type?: string;
  readonly title?: string;
  readonly status?: string;
};

export type CardVersion = {
  readonly seq: number;
  readonly atMs: number;
  readonly by?: string;
  readonly deleted?: true;
  readonly status?: string;
  /** The fields that differ from the version before; empty for the first one. */
  readonly changed: readonly string[];
};

export interface CardDetailRow extends ViewRow {
  readonly id: string;
  readonly branch: number;
  readonly branchName?: string;
  readonly doc: string;
  readonly type: string;
  readonly title?: string;
  readonly text: string;
  readonly status?: string;
  readonly tags: readonly string[];
  readonly meta?: JsonObject;
  readonly outgoing: readonly CardLink[];
  readonly incoming: readonly CardLink[];
  /** Newest first, at most 20. */
  readonly history: readonly CardVersion[];
  readonly seq: number;
  readonly atMs: number;
}

const MAX_LINKS = 200;
const MAX_VERSIONS = 20;

const ARGS = CARDS_ARGS.extend({ id: z.string().min(1).max(256) });

interface CardAddress {
  readonly view: EffectiveView;
  readonly doc: string;
  readonly id: string;
}

/** The nodes at the other ends of the edges of a node, and the edges by direction. */
export async function linksAt({ tx }: Look, { view, doc, id }: CardAddress) {
  const edges = (await tx.graph.edgesAt(view, doc, [id]))
    .filter(({ state }) => state)
    .map(({ key }) => edgeEnds(key))
    .sort((a, b) => (a.rel + a.from + a.to < b.rel + b.from + b.to ? -1 : 1))
    .slice(0, MAX_LINKS);
  const ends = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const found = (await tx.graph.byKey(view, doc, 'node', ends)) as readonly NodeVersion[];
  const nodes = new Map(found.map((node) => [node.key, node.state]));
  const link = (rel: string, other: string): CardLink => ({
    ...{ rel, id: other },
    ...linkText(nodes.get(other)),
  });
  return {
    ends,
    outgoing: edges.filter(({ from }) => from === id).map(({ rel, to }) => link(rel, to)),
    incoming: edges.filter(({ to }) => to === id).map(({ rel, from }) => link(rel, from)),
  };
}

function linkText(state: NodeState | undefined): Omit<CardLink, 'rel' | 'id'> {
  if (!state) return {};
  const { type, title = state.text, status } = state;
  return {
    type,
    ...(title === undefined ? {} : { title: cutText(title).text }),
    ...(status === undefined ? {} : { status }),
  };
}

async function historyOf({ tx }: Look, { view, doc, id }: CardAddress): Promise<CardVersion[]> {
  const limit = MAX_VERSIONS + 1;
  const versions = (await tx.graph.versionsOf(view, doc, 'node', id, limit)) as NodeVersion[];
  const events = await tx.journal.these(versions.map(({ seq }) => seq));
  return versions.slice(0, MAX_VERSIONS).map(({ seq, tsMs, state }, at) => {
    const by = events.get(seq)?.agent;
    return {
      ...{ seq, atMs: tsMs },
      ...(by === undefined ? {} : { by }),
      ...(state === undefined ? { deleted: true as const } : {}),
      ...(state?.status === undefined ? {} : { status: state.status }),
      changed: changedFields(versions[at + 1]?.state, state),
    };
  });
}

const FIELDS = ['type', 'title', 'text', 'status', 'tags', 'meta'] as const;

function changedFields(before: NodeState | undefined, after: NodeState | undefined): string[] {
  if (!before || !after) return [];
  return FIELDS.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]));
}

async function cardRow(
  look: Look,
  { branch, doc, id }: z.infer<typeof ARGS>,
): Promise<readonly CardDetailRow[]> {
  const { tx } = look;
  const view = await viewOfBranch(tx, branch);
  const [node] = (await tx.graph.byKey(view, doc, 'node', [id])) as readonly NodeVersion[];
  if (!node?.state) return [];
  const { type, title, text = '', status, tags, meta } = node.state;
  const name = (await tx.branches.byId(branch))?.name;
  const place = { view, doc, id };
  const { outgoing, incoming } = await linksAt(look, place);
  return [
    {
      ...{ key: id, id, branch, doc, type, text, tags, outgoing, incoming },
      ...(name === undefined ? {} : { branchName: name }),
      ...(title === undefined ? {} : { title }),
      ...(status === undefined ? {} : { status }),
      ...(meta === undefined ? {} : { meta }),
      history: await historyOf(look, place),
      ...{ seq: node.seq, atMs: node.tsMs },
    },
  ];
}

export const CARD_VIEW = defineView({
  name: 'card',
  args: ARGS,
  page: async (look, args) => ({ rows: await cardRow(look, args) }),
  async touched(look, { branch, doc, id }, events) {
    if (concernsBranch(events, branch)) return [id];
    if (events.some(({ type }) => type === 'branch_renamed')) return [id];
    const view = await viewOfBranch(look.tx, branch);
    const changed = await changedNodes(look, { view, doc }, seqBefore(events));
    if (changed === 'many' || changed.has(id)) return [id];
    if (changed.size === 0) return [];
    const { ends } = await linksAt(look, { view, doc, id });
    return ends.some((end) => changed.has(end)) ? [id] : [];
  },
  rows: async (look, args, keys) => (keys.length === 0 ? [] : cardRow(look, args)),
});

/** Nodes that changed themselves, or at an edge. */
export async function changedNodes(
  { tx }: Look,
  { view, doc }: Omit<CardAddress, 'id'>,
  seq: number,
): Promise<ReadonlySet<string> | 'many'> {
  const changed = await tx.graph.changedAfter(view, doc, { seq, limit: MAX_TOUCHED });
  if (!changed) return 'many';
  const nodes = changed.flatMap(({ kind, key }) => {
    if (kind === 'node') return [key];
    const { from, to } = edgeEnds(key);
    return [from, to];
  });
  return new Set(nodes);
}
