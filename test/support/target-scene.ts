/** A task for the examples that need one, entered as the event that will come with making it. */

import { initializeWorkspace } from '../../src/domain/workspace/workspace.ts';
import type { Store } from '../../src/store/port.ts';

export const SCENE_TARGET = 'TASK-001';

/** No tool makes tasks yet, so its canonical branch is entered straight into the journal. */
export async function enterTarget(store: Store, workspace: string): Promise<void> {
  await store.write({ workspace, agent: 'scene', nowMs: Date.UTC(2026, 0, 5, 8) }, async (tx) => {
    if (tx.head === 0) await tx.append([initializeWorkspace()]);
    if (await tx.branches.ofTarget(SCENE_TARGET)) return;
    await tx.append([
      {
        type: 'branch_created',
        entity: `branch:${tx.head + 1}`,
        payload: {
          name: `task/${SCENE_TARGET}`,
          base: { branch: 1, seq: tx.head },
          target: SCENE_TARGET,
        },
      },
    ]);
  });
}

export function needsTarget(args: object): boolean {
  return 'target' in args && args.target === SCENE_TARGET;
}
