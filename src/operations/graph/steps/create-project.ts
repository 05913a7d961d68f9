/** Creates a project of the work graph, which is its root. */

import { workNodeId } from '../../../domain/work/work-id.ts';
import type { WorkProject } from '../../../domain/work/work-node.ts';
import type { Writing } from '../../../store/port.ts';

/** Without a goal, the name of the project is the summary of its root. */
export async function createProject(
  tx: Writing,
  name: string,
  goal: string | undefined,
  newWorkId: (seq: number, index: number) => string,
): Promise<WorkProject> {
  const id = newWorkId(tx.head + 1, 0);
  const summary = goal?.trim() ?? name;
  await tx.append([
    {
      type: 'work_project_opened',
      entity: workNodeId(id),
      payload: { project: name, id, summary },
    },
  ]);
  const created = await tx.work.project(name);
  if (!created) throw new Error(`project ${name} was not created`);
  return created;
}
