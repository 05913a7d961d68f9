/** Two plans with fourteen tasks, for the tests that filter and page through them. */

import type { Shown, TaskWorld } from './task-world.ts';

export async function createTaskList(world: TaskWorld): Promise<void> {
  await world.ask('tasks_create', { title: 'Parser', description: 'Reads 100%' });
  await world.ask('tasks_create', { title: 'Printer' });
  for (let n = 1; n <= 14; n++) {
    const parent = n <= 10 ? 'PLAN-001' : 'PLAN-002';
    await world.ask('tasks_create', { parent, title: `Größe ${n}`, description: `n_${n}%` });
  }
  const edit = (task: string, fields: object) => world.ask('tasks_edit', { task, ...fields });
  await edit('TASK-002', { tags: ['Slow', 'core'], priority: 'HIGH', new_domain: 'store' });
  await edit('TASK-003', { tags: ['slow'], priority: 'HIGH' });
  await world.ask('tasks_edit', { plan: 'PLAN-002', tags: ['slow'], priority: 'HIGH' });
  await world.ask('tasks_complete', { task: 'TASK-003', status: 'ACTIVE' });
  for (const task of ['TASK-004', 'TASK-012']) await world.ask('tasks_complete', { task });
}

export const ids = (rows: readonly Shown[]) => rows.map((row) => row.id);
