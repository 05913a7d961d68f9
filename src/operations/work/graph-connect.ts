/**
 * `graph_connect`, of the work graph: adds and removes edges, and rejects those that are not
 * allowed.
 */

import * as z from 'zod';
import { pathBetween } from '../../domain/work/dependencies.ts';
import { type Circle, circleBy } from '../../domain/work/waits.ts';
import { workNodeId } from '../../domain/work/work-id.ts';
import { DEPENDS_ON } from '../../domain/work/work-node.ts';
import { shownPath } from '../../kernel/cuts/shown-path.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import type { Writing } from '../../store/port.ts';
import { answer, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { seesPresence, writes } from '../declaration/facets.ts';
import { line, noted } from '../declaration/fields.ts';
import { heirOf } from './steps/find-work.ts';
import { heldWork } from './steps/held-work.ts';
import { resolvedEarly } from './steps/resolved-early.ts';
import type { Claimant } from './steps/work-claim-rule.ts';
import { nodeId } from './steps/work-fields.ts';

const MAX_EDGES = 200;
const AT_MOST = `at most ${MAX_EDGES}`;

const edge = z.strictObject({
  from: nodeId,
  to: nodeId,
  type: line(LIMITS.docName)
    .refine((type) => !type.includes('|'), 'must not contain "|"')
    .describe('depends_on, relates_to, ...'),
  remove: z.boolean().optional(),
});

type Edge = Pick<z.output<typeof edge>, 'from' | 'to' | 'type'>;

export const graphConnect = defineOperation({
  name: 'graph_connect',
  title: 'Connect work',
  description:
    'Adds or removes dependencies and other edges between nodes of the work graph, one by one. Rejected edges, such as a dependency that closes a cycle, are listed with the reason.',
  toolset: 'graph',
  does: writes().and(seesPresence),
  input: {
    edges: noted(
      z
        .array(edge)
        .refine((edges) => edges.length > 0, 'give at least one')
        .refine((edges) => edges.length <= MAX_EDGES, AT_MOST),
      AT_MOST,
    ),
  },
  example: {
    title: 'Relate two nodes',
    args: { edges: [{ from: '<node-3-2>', to: '<node-3-1>', type: 'relates_to' }] },
  },
  plain: true,
  async run({ edges }, call) {
    const { tx } = call;
    const rejected: JsonObject[] = [];
    const changed = new Set<string>();
    for (const each of edges) {
      const [from, to, type] = [each.from.trim(), each.to.trim(), each.type.trim()];
      const request = { from, to, type };
      const fault = await (each.remove ? removeEdge(tx, request) : addEdge(tx, request));
      if (fault) rejected.push({ from, to, ...fault });
      else if (type === DEPENDS_ON) changed.add(from);
    }
    const applied = edges.length - rejected.length;
    const view = { applied, ...(rejected.length > 0 ? { rejected } : {}) };
    return answer<JsonObject>(view, { warnings: await warnings(call, [...changed]) });
  },
});

/** Of nodes that wait for something else now, although another agent works on them or did. */
async function warnings(
  call: Claimant & { readonly tx: Writing },
  ids: readonly string[],
): Promise<readonly Warning[]> {
  const held = heldWork(call);
  for (const node of await call.tx.work.nodes(ids)) held.touch(node);
  return [...held.warnings(), ...(await resolvedEarly(call.tx, ids))];
}

/** Why an edge is rejected: the code alone, and beside it what it is about. */
type Fault = {
  readonly reason: string;
  readonly path?: readonly string[];
  /** The path in words, if it leads through the parts of a node. */
  readonly cycle?: string;
  readonly node_id?: string;
  readonly merged_into?: string;
  readonly recovery?: string;
};

async function noNode(tx: Writing, id: string): Promise<Fault> {
  const heir = await heirOf(tx, id);
  return {
    reason: 'node_not_found',
    node_id: id,
    ...(heir === undefined ? {} : { merged_into: heir }),
  };
}

async function removeEdge(tx: Writing, { from, to, type }: Edge): Promise<Fault | undefined> {
  const [node] = await tx.work.nodes([from]);
  if (!node) return noNode(tx, from);
  if (!(await tx.work.hasEdge(from, to, type))) return { reason: 'edge_not_found' };
  await tx.append([
    {
      type: 'work_disconnected',
      entity: workNodeId(from),
      payload: { project: node.project, edge: { from, to, type } },
    },
  ]);
  return undefined;
}

async function addEdge(tx: Writing, { from, to, type }: Edge): Promise<Fault | undefined> {
  const found = new Map((await tx.work.nodes([from, to])).map((node) => [node.id, node]));
  const missing = [from, to].find((id) => !found.has(id));
  if (missing !== undefined) return noNode(tx, missing);
  if (type === 'parent' || type === 'child_of') {
    return { reason: 'parent_edges_not_allowed', recovery: 'graph_restructure moves nodes.' };
  }
  const project = found.get(from)?.project ?? '';
  if (project !== found.get(to)?.project) return { reason: 'cross_project_edge' };
  if (await tx.work.hasEdge(from, to, type)) return { reason: 'duplicate_edge' };
  if (type === DEPENDS_ON) {
    const path = await cycleBy(tx, from, to);
    if (path) return { reason: 'cycle_detected', path };
    const isLive = [...found.values()].every((node) => !node.resolved);
    const circle = isLive ? await deadlockBy(tx, from, to) : undefined;
    if (circle) {
      const { path: through, words } = circle;
      return { reason: 'cycle_detected', path: through, cycle: words };
    }
  }
  await tx.append([
    {
      type: 'work_connected',
      entity: workNodeId(from),
      payload: { project, edge: { from, to, type } },
    },
  ]);
  return undefined;
}

/** The cycle that the edge would close. A dependency on an ancestor or a descendant is one too. */
async function cycleBy(
  tx: Writing,
  from: string,
  to: string,
): Promise<readonly string[] | undefined> {
  if (from === to) return [from, to];
  const back = pathBetween(await tx.work.dependenciesFrom([to]), to, from);
  if (back) return shownPath([from, ...back]);
  const above = async (id: string) => (await tx.work.ancestors(id)).map((each) => each.id);
  const isOnePath = (await above(from)).includes(to) || (await above(to)).includes(from);
  return isOnePath ? [from, to, from] : undefined;
}

/** Both nodes are open: only what is open waits and is waited for. */
async function deadlockBy(tx: Writing, from: string, to: string): Promise<Circle | undefined> {
  return circleBy({ from, to, isPart: false }, await tx.work.waitsBetween([to], [from]));
}
