/** Nodes of work that were resolved although something below them or before them is open. */

import type { WorkNode } from '../../../domain/work/work-node.ts';
import type { Reading } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';

const MOST_REPORTED = 5;

/** `before`: the nodes as they were. Looked at afterwards: one call may resolve parts and whole. */
export async function resolvedEarly(
  tx: Reading,
  before: readonly WorkNode[],
): Promise<readonly Warning[]> {
  const open = before.filter((node) => !node.resolved).map((node) => node.id);
  const warnings: Warning[] = [];
  for (const node of await tx.work.nodes([...new Set(open)])) {
    if (!node.resolved) continue;
    const parts = node.parent === null ? await openIn(tx, node.project) : node.openChildren;
    const what = [count(parts, 'open part'), count(node.openDeps, 'open dependency')];
    const left = what.filter((each) => each !== '').join(' and ');
    if (left === '') continue;
    warnings.push({
      code: 'RESOLVED_EARLY',
      message: `${node.id} was resolved with ${left}`,
      recovery: 'Resolve those too, or open it again with resolved: false.',
    });
  }
  return warnings.slice(0, MOST_REPORTED);
}

/** Of a whole project everything counts, also below parts that were resolved early. */
async function openIn(tx: Reading, name: string): Promise<number> {
  const project = await tx.work.project(name);
  return project ? project.total - project.resolved : 0;
}

function count(number: number, what: string): string {
  if (number === 0) return '';
  return number === 1 ? `1 ${what}` : `${number} ${what.replace(/y$/, 'ie')}s`;
}
