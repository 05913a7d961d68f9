/** Set-up for tests of the reasoning graph: operations to apply, queries, and a branch to merge. */

import type { TestEngine } from './engines.ts';
import { type Scenes, scenes } from './scenes.ts';
import type { Shown } from './task-world.ts';

export const node = (id: string, more: object = {}) => ({
  ...{ op: 'node_upsert', id, type: 'idea', ...more },
});
export const titled = (id: string, title: string, more: object = {}) =>
  node(id, { title, ...more });
export const remove = (id: string) => ({ op: 'node_delete', id });
export const edge = (from: string, to: string, more: object = {}) => ({
  ...{ op: 'edge_upsert', from, rel: 'supports', to, ...more },
});
export const unlink = (from: string, to: string) => ({
  ...{ op: 'edge_delete', from, rel: 'supports', to },
});

/** A text so mixed that no index can store it in fewer bytes. */
export function mixed(length: number): string {
  const at = (index: number) => 0x4e00 + ((index * index * 7919 + index * 104_729) % 20_000);
  return Array.from({ length }, (_, index) => String.fromCharCode(at(index))).join('');
}

export const idsIn = (found: { nodes: { id: string }[] }) => found.nodes.map((each) => each.id);

export interface GraphScenes extends Scenes {
  apply(ops: readonly object[], branch?: string): Promise<Shown>;
  query(args?: object): Promise<Shown>;
  /** The ids that a query finds, in order. */
  ids(args?: object): Promise<string[]>;
}

export function graphScenes(engine?: TestEngine): GraphScenes {
  const here = scenes(engine);
  const query = (args: object = {}) => here.call('graph_query', { branch: 'main', ...args });
  return Object.assign(here, {
    query,
    apply: (ops: readonly object[], branch = 'main') => here.call('graph_apply', { branch, ops }),
    ids: async (args: object = {}) => idsIn(await query(args)),
  });
}

export interface MergeScenes extends GraphScenes {
  applyTo(branch: string, ...ops: readonly object[]): Promise<Shown>;
  /** Writes nodes n1, n2, … to main, and creates the branch `idea` from it. */
  startBranch(...titles: readonly string[]): Promise<void>;
  /** Creates a conflict about n1 (base B, theirs T, ours O), and returns its id. */
  createConflict(): Promise<string>;
  merge(more?: object): Promise<Shown>;
  resolve(conflict_id: string, resolution: string): Promise<Shown>;
  /** The ids of the conflicts of main. */
  listConflicts(status?: string): Promise<string[]>;
  titleOf(id: string): Promise<string | undefined>;
  /** Whether every edge of main has both ends. */
  isSound(): Promise<boolean>;
}

export function mergeScenes(): MergeScenes {
  const graph = graphScenes();
  const { call, apply } = graph;
  const here: MergeScenes = Object.assign(graph, {
    applyTo: (branch: string, ...ops: readonly object[]) => apply(ops, branch),
    async startBranch(...titles: readonly string[]) {
      const ops = titles.map((title, index) => titled(`n${index + 1}`, title));
      if (ops.length > 0) await apply(ops);
      await call('branch_create', { name: 'idea' });
    },
    async createConflict() {
      await here.startBranch('B');
      await here.applyTo('idea', titled('n1', 'T'));
      await here.applyTo('main', titled('n1', 'O'));
      return (await here.merge()).conflict_ids[0];
    },
    merge: (more: object = {}) => call('graph_merge', { from: 'idea', into: 'main', ...more }),
    resolve: (conflict_id: string, resolution: string) =>
      call('graph_conflict_resolve', { conflict_id, resolution }),
    async listConflicts(status = 'open') {
      const { conflicts } = await call('graph_conflicts', { into: 'main', status });
      return conflicts.map((each: Shown) => each.conflict_id);
    },
    async titleOf(id: string) {
      const { nodes } = await graph.query({ ids: [id] });
      return nodes[0]?.title;
    },
    isSound: async () => (await call('graph_validate', { branch: 'main' })).ok,
  });
  return here;
}
