/** All deadlocks of a workspace, for who looks after the memory. */

import { allCircles, type Circle, type Wait } from '../../../domain/work/waits.ts';
import { READINESS } from '../../../domain/work/work-node.ts';
import type { OutlineNode, Reading } from '../../../store/port.ts';

const PROJECTS_AT_ONCE = 200;
const NODES_AT_ONCE = 1_000;

/** By project; reads every project in which something waits. */
export async function allDeadlocks(
  tx: Reading,
): Promise<readonly { readonly project: string; readonly circles: readonly Circle[] }[]> {
  const found = [];
  for (const project of await waitingProjects(tx)) {
    const circles = allCircles(waitsIn(await openNodes(tx, project)));
    if (circles.length > 0) found.push({ project, circles });
  }
  return found;
}

/** Those in which something waits for a dependency. */
async function waitingProjects(tx: Reading): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after = ''; ; ) {
    const some = await tx.work.projects(PROJECTS_AT_ONCE, after);
    found.push(...some.filter(({ blocked }) => blocked > 0).map(({ name }) => name));
    const last = some.at(-1);
    if (!last || some.length < PROJECTS_AT_ONCE) return found;
    after = last.name;
  }
}

async function openNodes(tx: Reading, project: string): Promise<readonly OutlineNode[]> {
  const open: OutlineNode[] = [];
  for (let after: number | undefined = -1; after !== undefined; ) {
    const page = await tx.work.outline(project, { after, limit: NODES_AT_ONCE });
    open.push(...page.nodes.filter(({ readiness }) => readiness !== READINESS.resolved));
    after = page.next;
  }
  return open;
}

function waitsIn(open: readonly OutlineNode[]): readonly Wait[] {
  const ids = new Set(open.map(({ id }) => id));
  return open
    .flatMap(({ id, parent, dependsOn }) => [
      ...(parent === null ? [] : [{ from: parent, to: id, isPart: true }]),
      ...dependsOn.map((to) => ({ from: id, to, isPart: false })),
    ])
    .filter(({ from, to }) => ids.has(from) && ids.has(to));
}
