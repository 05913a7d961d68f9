/** Tools of other families that touch what tasks write: edges to steps, and names of branches. */

import type { Tool } from './call.ts';
import type { Fields } from './world.ts';

/** Such an edge is deleted with its step. */
const draw: Tool = (world, { args }) => {
  for (const { op, from, rel, to } of args.ops as Fields[]) {
    if (op !== 'edge_upsert') continue;
    const edge = { target: String(args.target), from: String(from), rel: String(rel) };
    world.drawn.push({ ...edge, to: String(to), isLive: true });
  }
  return {};
};

const rename: Tool = (world, { args }) => {
  const [id = ''] = [...world.branches].find(([, name]) => name === args.old) ?? [];
  world.branches.set(id, String(args.new));
  return { previous: String(args.old), current: String(args.new) };
};

export const otherTools: Record<string, Tool> = { graph_apply: draw, branch_rename: rename };
