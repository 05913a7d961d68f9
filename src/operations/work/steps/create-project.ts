/** Creates a project of the work graph, which is its root. */

import { storedFields } from '../../../domain/work/given-fields.ts';
import { updateWork } from '../../../domain/work/update-work.ts';
import { workNodeId } from '../../../domain/work/work-id.ts';
import type { WorkProject } from '../../../domain/work/work-node.ts';
import type { Writing } from '../../../store/port.ts';

/**
 * Without a goal, the name of the project is the summary of its root. A goal of many lines is
 * described by the properties of the root.
 */
export async function createProject(
  tx: Writing,
  name: string,
  goal: string | undefined,
  newWorkId: (seq: number, index: number) => string,
): Promise<WorkProject> {
  const id = newWorkId(tx.head + 1, 0);
  const { summary = name, properties } = storedFields({ summary: goal });
  await tx.append([
    {
      type: 'work_project_opened',
      entity: workNodeId(id),
      payload: { project: name, id, summary },
    },
  ]);
  const [root] = properties ? await tx.work.nodes([id]) : [];
  const described = root && updateWork(root, { properties });
  if (described) await tx.append([described]);
  const created = await tx.work.project(name);
  if (!created) throw new Error(`project ${name} was not created`);
  return created;
}
