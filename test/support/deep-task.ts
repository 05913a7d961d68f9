/** Nests the steps of a task deeper than paths in calls can name, as an imported memory may. */

import { documentNames } from '../../src/domain/documents/document.ts';
import { draftsOf, revised } from '../../src/domain/tasks/move.ts';
import { newStep } from '../../src/domain/tasks/target.ts';
import type { Store } from '../../src/store/port.ts';

export async function nestSteps(
  store: Store,
  workspace: string,
  task: string,
  levels: number,
): Promise<void> {
  await store.write({ workspace, agent: 'ada', nowMs: Date.UTC(2026, 0, 5) }, async (tx) => {
    const target = await tx.targets.byId(task);
    const branch = await tx.branches.ofTarget(task);
    if (!target || !branch) throw new Error(`${task} does not exist`);
    const idOf = (level: number) => `STEP-${(0xd000_0000 + level).toString(16).toUpperCase()}`;
    const steps = Array.from({ length: levels }, (_, level) =>
      newStep({
        id: idOf(level),
        parent: level === 0 ? null : idOf(level - 1),
        ordinal: level === 0 ? target.steps.length : 0,
        title: `Level ${level}`,
        success_criteria: ['done'],
      }),
    );
    const after = revised({ ...target, steps: [...target.steps, ...steps] });
    const move = { type: 'steps_added', fields: { task, steps: [] }, after } as const;
    await tx.append(draftsOf(target, [move], { branch: branch.id, docs: documentNames(task) }));
  });
}
