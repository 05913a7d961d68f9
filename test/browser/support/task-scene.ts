/** Plans and tasks by two agents, as the tests of Tasks, Now and History need them. */

import { StdioClient } from '../../support/stdio-client.ts';
import type { Observed } from './observed.ts';
import { WORKSPACE } from './observed.ts';

/** Markup that would run if it were not text. */
export const HOSTILE = '<img src=x onerror="window.hacked=1"> & <b>bold</b>';
/** The same in texts of several lines, with a change of the writing direction. */
export const REVERSED = `${HOSTILE} \u202Edesrever si siht`;

export interface TaskScene {
  readonly ada: StdioClient;
  readonly bob: StdioClient;
  close(): Promise<void>;
}

export async function ask(client: StdioClient, tool: string, args: object): Promise<string> {
  const reply = await client.call(tool, args);
  if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
  return reply.text;
}

const STEPS = [
  { title: 'Read the sign', success_criteria: ['-1 is read as a number'], tests: ['npm test'] },
  { title: 'Read the exponent', success_criteria: ['1e3 is 1000', '1e400 is refused'] },
  { title: 'Write the reference', success_criteria: ['each form has an example'] },
];

/** PLAN-001 with TASK-001 (three steps, the first closed with evidence) and TASK-002. */
export async function plantTasks({ place }: Observed): Promise<TaskScene> {
  const start = (agent: string) =>
    StdioClient.start({
      flags: place.flags,
      workspace: WORKSPACE,
      more: ['--agent', agent],
    });
  const [ada, bob] = [await start('ada'), await start('bob')];
  await ask(ada, 'tasks_create', { kind: 'plan', title: 'Ship the parser' });
  await ask(ada, 'tasks_contract', {
    plan: 'PLAN-001',
    current: 'Every number of RFC 8259 is read, and nothing else is.',
  });
  const parent = 'PLAN-001';
  await ask(ada, 'tasks_create', { kind: 'task', parent, title: 'Read numbers', steps: STEPS });
  await ask(ada, 'tasks_create', { kind: 'task', parent, title: HOSTILE });
  await ask(ada, 'tasks_edit', {
    task: 'TASK-001',
    priority: 'HIGH',
    description: 'The reader stops at the exponent.',
    tags: ['parser'],
  });
  await ask(ada, 'tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] });
  const step = { task: 'TASK-001', path: 's:0' };
  await ask(ada, 'tasks_note', { ...step, note: 'The test fails as it should.' });
  await ask(ada, 'tasks_evidence_capture', {
    ...step,
    checkpoint: 'tests',
    checks: ['CMD: npm test, 12 passed', 'LINK: https://ci.example/run/7'],
    items: [
      { kind: 'cmd_output', command: 'npm test', stdout: `${REVERSED}\n12 passed`, exit_code: 0 },
      { kind: 'diff', diff: '--- a/read.ts\n+++ b/read.ts\n-  return NaN\n+  return -value\n' },
    ],
  });
  await ask(bob, 'tasks_verify', { ...step, checkpoints: { tests: true } });
  await ask(ada, 'tasks_close_step', { ...step, checkpoints: { criteria: true } });
  await ask(bob, 'tasks_block', {
    task: 'TASK-001',
    path: 's:2',
    reason: 'The grammar is undecided',
  });
  await ask(bob, 'tasks_focus_set', { task: 'TASK-001' });
  return {
    ada,
    bob,
    async close() {
      await ada.close();
      await bob.close();
    },
  };
}
