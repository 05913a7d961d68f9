/** Finds nodes of work that wait for each other, as memories of earlier versions may have them. */

import { type Circle, circleAt, type Wait } from '../../../domain/work/waits.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';

/** How many nodes one search visits, and how many it reads that one node waits for. */
const MAX_VISITED = 200;
const MAX_WAITS = 50;

const MAX_NAMED = 8;
const SUMMARY_BYTES = 80;

/** Follows what these nodes wait for until a node comes again. */
export async function findDeadlock(
  tx: Reading,
  starts: readonly string[],
): Promise<Circle | undefined> {
  const waits: Wait[] = [];
  const path: string[] = [];
  const visited = new Set<string>();
  const visit = async (id: string): Promise<Circle | undefined> => {
    if (path.includes(id)) return circleAt(id, waits);
    if (visited.has(id) || visited.size >= MAX_VISITED) return undefined;
    visited.add(id);
    path.push(id);
    for (const wait of await waitsOf(tx, id)) {
      waits.push(wait);
      const circle = await visit(wait.to);
      if (circle) return circle;
    }
    path.pop();
    return undefined;
  };
  for (const start of starts) {
    const circle = await visit(start);
    if (circle) return circle;
  }
  return undefined;
}

/** Dependencies before parts: a circle has at least one. */
async function waitsOf(tx: Reading, id: string): Promise<readonly Wait[]> {
  const needed = await tx.work.neighbours(id, DEPENDS_ON, MAX_WAITS);
  const parts = await tx.work.children(id, MAX_WAITS, { open: true });
  return [
    ...needed
      .filter((node) => !node.resolved)
      .map((node) => ({ from: id, to: node.id, isPart: false })),
    ...parts.map((node) => ({ from: id, to: node.id, isPart: true })),
  ];
}

/** What `waiting` says about a deadlock. */
export async function deadlockView(tx: Reading, { path, words }: Circle): Promise<JsonObject> {
  const nodes = await tx.work.nodes(path.slice(0, MAX_NAMED));
  return {
    path,
    cycle: words,
    nodes: nodes.map(({ id, summary }) => ({ id, summary: excerpt(summary, SUMMARY_BYTES) })),
  };
}

/** The call that ends a deadlock: one of its dependencies is removed. */
export function breakDeadlock({ dependencies: [link] }: Circle): Suggestion[] {
  if (!link) return [];
  const edges = [{ ...link, type: DEPENDS_ON, remove: true }];
  return [suggestCall('graph_connect', { edges }, 'End the deadlock: remove this dependency')];
}
