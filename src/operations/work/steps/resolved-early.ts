/** Nodes of work that are resolved although something below them or before them is open. */

import type { WorkNode } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';

const MAX_REPORTED = 5;
const MAX_NAMED = 3;
const MAX_DEPS = 100;

interface Open {
  readonly count: number;
  /** The ids of the first of them. */
  readonly ids: readonly string[];
}

/**
 * Of the nodes that a call resolved, or gave something open. Looked at after the call, which may
 * have resolved parts and whole.
 */
export async function resolvedEarly(
  tx: Reading,
  ids: readonly (string | null)[],
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  const named = new Set(ids.filter((id) => id !== null));
  for (const node of await tx.work.nodes([...named])) {
    if (!node.resolved || warnings.length >= MAX_REPORTED) continue;
    const parts = await openParts(tx, node);
    const deps = await openDeps(tx, node);
    const what = [
      words(parts, parts.count === 1 ? 'open part' : 'open parts'),
      words(deps, deps.count === 1 ? 'open dependency' : 'open dependencies'),
    ];
    const left = what.filter((each) => each !== '').join(' and ');
    if (left === '') continue;
    warnings.push({
      code: 'RESOLVED_EARLY',
      message: `${node.id} is resolved with ${left}`,
      recovery: 'Resolve those too, or open it again with resolved: false.',
    });
  }
  return warnings;
}

/** For the view of a node: what is open although it is resolved, if anything is. */
export async function earlyView(tx: Reading, node: WorkNode): Promise<JsonObject> {
  if (!node.resolved) return {};
  const [parts, deps] = [await openParts(tx, node), await openDeps(tx, node)];
  if (parts.count + deps.count === 0) return {};
  return {
    resolved_early: {
      ...(parts.count > 0 ? { open_parts: parts.count } : {}),
      ...(deps.count > 0 ? { open_dependencies: deps.count } : {}),
    },
  };
}

/** Of a whole project everything counts, also below parts that were resolved early. */
async function openParts(tx: Reading, node: WorkNode): Promise<Open> {
  if (node.parent !== null) {
    const count = node.openChildren;
    const some = count > 0 ? await tx.work.children(node.id, MAX_NAMED, { open: true }) : [];
    return { count, ids: some.map((child) => child.id) };
  }
  const open = { project: node.project, resolved: false };
  const { nodes } = await tx.work.page(open, { sort: 'readiness', limit: MAX_NAMED });
  const count = nodes.length < MAX_NAMED ? nodes.length : await tx.work.count(open);
  return { count, ids: nodes.map((each) => each.id) };
}

async function openDeps(tx: Reading, { id, openDeps: count }: WorkNode): Promise<Open> {
  if (count === 0) return { count, ids: [] };
  const deps = await tx.work.neighbours(id, 'depends_on', MAX_DEPS);
  const open = deps.filter((dep) => !dep.resolved).slice(0, MAX_NAMED);
  return { count, ids: open.map((dep) => dep.id) };
}

function words({ count, ids }: Open, what: string): string {
  if (count === 0) return '';
  const more = count > ids.length ? ', ...' : '';
  return `${count} ${what} (${ids.join(', ')}${more})`;
}
