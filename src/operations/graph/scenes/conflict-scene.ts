/** A merge with a conflict, for the examples that need one. */

import { conflictId } from '../../../domain/graph/conflict.ts';
import { sha256 } from '../../../sha256.ts';
import type { ExampleCall } from '../../declaration/examples.ts';

export const IDEA: ExampleCall = { tool: 'branch_create', args: { name: 'idea/cache' } };

export function titled(title: string, branch?: string): ExampleCall {
  const ops = [{ op: 'node_upsert', id: 'h1', type: 'hypothesis', title }];
  return { tool: 'graph_apply', args: { ...(branch ? { branch } : {}), ops } };
}

/** The node is created on main (2), then the branch (3); then both branches change it (4, 5). */
export const DISAGREEMENT: readonly ExampleCall[] = [
  titled('Keys'),
  IDEA,
  titled('Hash them', 'idea/cache'),
  titled('Cut them', 'main'),
];

export const CONFLICT_SCENE: readonly ExampleCall[] = [
  ...DISAGREEMENT,
  { tool: 'graph_merge', args: { from: 'idea/cache', into: 'main' } },
];

const version = (seq: number, title: string) => ({
  seq,
  deleted: false,
  node: { id: 'h1', type: 'hypothesis', title, tags: [] },
});

export const SCENE_CONFLICT_ID = conflictId(
  {
    kind: 'node',
    key: 'h1',
    from: 3,
    into: 1,
    doc: 'graph',
    base: version(2, 'Keys'),
    theirs: version(4, 'Hash them'),
    ours: version(5, 'Cut them'),
  },
  sha256,
);
