/**
 * Finds projects and nodes of the work graph by name or id, or refuses with the names that exist.
 */

import type { WorkNode, WorkProject } from '../../../domain/work/work-node.ts';
import { firstCharacters, quotedName } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';

const NAMES_SHOWN = 20;
const NAMES_COMPARED = 500;

/** By its name, else by the id of its root, which lists and plans show. */
export async function projectCalled(tx: Reading, name: string): Promise<WorkProject | undefined> {
  const named = await tx.work.project(name.trim());
  if (named) return named;
  const [node] = await tx.work.nodes([name.trim()]);
  return node?.parent === null ? tx.work.project(node.project) : undefined;
}

/**
 * For a name that nothing has yet: the id of a node is no name for a project, nor is that of a node
 * that was merged into another.
 */
export async function refuseNodeAsProject(tx: Reading, name: string): Promise<Refusal | undefined> {
  const id = name.trim();
  const { node, heir } = await nodeOrHeir(tx, id);
  if (!node) return undefined;
  const { project } = node;
  const merged = heir === undefined ? '' : `, merged into ${heir}`;
  return refuse('INVALID_INPUT', `project: ${id} is a node of the project ${project}${merged}`, {
    recovery: `Name the project: ${project}.`,
    details: { field: 'project', project, ...(heir === undefined ? {} : { merged_into: heir }) },
    suggestions: [suggestCall('graph_onboard', { project }, 'See that project')],
  });
}

/** The node with this id, else the one that it was merged into. */
async function nodeOrHeir(tx: Reading, id: string) {
  const [node] = await tx.work.nodes([id]);
  if (node) return { node };
  const heir = await heirOf(tx, id);
  const [found] = heir === undefined ? [] : await tx.work.nodes([heir]);
  return { node: found, heir };
}

/** Shorter names are alike by chance. */
const SHORTEST_ALIKE = 4;

/** Of a project that is created: whether it was probably meant to be another one. */
export async function warnOfAlike(tx: Reading, name: string): Promise<readonly Warning[]> {
  const known = (await tx.work.projects(NAMES_COMPARED)).map((each) => each.name);
  const others = known.filter((each) => each !== name && each.length >= SHORTEST_ALIKE);
  const alike = name.length >= SHORTEST_ALIKE ? nearestName(name, others) : undefined;
  if (alike === undefined) return [];
  return [
    {
      code: 'PROJECT_CREATED',
      message: `${name} is a new project; there is also ${alike}`,
      recovery: `If ${alike} was meant, name it, and drop the root of ${name}.`,
    },
  ];
}

export async function findProject(tx: Reading, name: string): Promise<WorkProject | Refusal> {
  const project = await projectCalled(tx, name);
  if (project) return project;
  const known = (await tx.work.projects(NAMES_COMPARED)).map((each) => each.name);
  const { node } = await nodeOrHeir(tx, name.trim());
  const meant = node?.project ?? nearestName(name, known);
  return refuse('PROJECT_NOT_FOUND', `project: no project ${quotedName(name)}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'Create one with graph_plan {project, goal}.',
    details: { field: 'project', projects: known.slice(0, NAMES_SHOWN) },
    suggestions: [insteadOf(name, meant, known)],
  });
}

/** The project that was meant, else the list; where there is none, the call that creates it. */
function insteadOf(name: string, meant: string | undefined, known: readonly string[]): Suggestion {
  if (meant !== undefined) return suggestCall('graph_onboard', { project: meant }, 'See it');
  if (known.length > 0) return suggestCall('graph_onboard', {}, 'See the projects');
  return suggestCall('graph_plan', { project: name.trim() }, 'Create it');
}

export async function findNode(
  tx: Reading,
  id: string,
  field: string,
): Promise<WorkNode | Refusal> {
  const [node] = await tx.work.nodes([id.trim()]);
  return node ?? (await missingNode(tx, id, field));
}

/** A node of another project is refused: as a filter it would silently match nothing. */
export async function findNodeOf(
  tx: Reading,
  project: string,
  id: string,
  field: string,
): Promise<WorkNode | Refusal> {
  const node = await findNode(tx, id, field);
  return isRefusal(node) || node.project === project ? node : nodeNotFound(id, field);
}

async function missingNode(tx: Reading, id: string, field: string): Promise<Refusal> {
  const details = { field, node_id: id.trim() };
  const merged = await mergedAway(tx, id.trim(), { code: 'NODE_NOT_FOUND', details });
  return merged ?? nodeNotFound(id, field);
}

/** A node that was merged into another still has its history, which leads to that one. */
export async function mergedAway(
  tx: Reading,
  id: string,
  { code, details }: { readonly code: RefusalCode; readonly details: JsonObject },
): Promise<Refusal | undefined> {
  const heir = await heirOf(tx, id);
  if (heir === undefined) return undefined;
  return refuse(code, `${details.field}: ${id} was merged into ${heir}`, {
    recovery: `Use ${heir}; graph_history of the merged node tells the rest.`,
    details: { ...details, merged_into: heir },
    suggestions: [suggestCall('graph_context', { node_id: heir }, 'See that node')],
  });
}

/** Follows merges to the node that still exists. */
export async function heirOf(tx: Reading, id: string): Promise<string | undefined> {
  const [last] = await tx.work.history(id, { limit: 1 });
  if (last?.type !== 'work_merged' || last.payload.source !== id) return undefined;
  const { target } = last.payload;
  return (await heirOf(tx, target)) ?? target;
}

export function nodeNotFound(id: string, field: string): Refusal {
  return refuse('NODE_NOT_FOUND', `${field}: no node ${quotedName(id)}`, {
    recovery: 'See the nodes of a project with graph_onboard.',
    details: { field, node_id: firstCharacters(id, 80, '') },
    suggestions: [suggestCall('graph_onboard', {}, 'See the projects')],
  });
}
