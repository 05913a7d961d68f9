/** `recall` by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { nearAs } from '../../../test/support/recall.ts';
import { openTestSurface, TESTER } from '../../../test/support/surface.ts';
import {
  createTask,
  RECEIPTS,
  type Shown,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('recall of plans and tasks on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });
  const open = (id: string, more: object = {}) => world.ask('recall', { id, ...more });

  it('[RC60] [RC62] opens a task with its steps and what is around it', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Read dates' });
    await world.ask('tasks_edit', { task: 'TASK-002', depends_on: ['TASK-001'] });
    const task = await open('TASK-001');
    expect(task).toMatchObject({ id: 'TASK-001', kind: 'task', in: 'PLAN-001', by: 'tester' });
    expect(task.at).toMatch(/^2026-01-05T09:/);
    expect(task.content.steps.length).toBe((await world.target('TASK-001')).steps.length);
    expect(nearAs(task, 'plan')).toEqual(['PLAN-001']);
    expect(nearAs(task, 'needed by')).toEqual(['TASK-002']);
    expect(nearAs(await open('PLAN-001'), 'task')).toEqual(['TASK-001', 'TASK-002']);
    expect(nearAs(await open('TASK-002'), 'depends on')).toEqual(['TASK-001']);
    const reply = await world.reply('recall', { id: 'TASK-001' });
    expect(JSON.parse(reply.text).suggestions).toMatchObject([
      { target: 'tasks_snapshot', params: { target: 'TASK-001' } },
    ]);
  });

  it('[RC61] takes an id with its workspace and with spaces around it', async () => {
    const { id } = await open(` ${world.workspace}:TASK-001 `);
    expect(id).toBe('TASK-001');
    expect(await open('task:TASK-001')).toMatchObject({ id: 'TASK-001' });
  });

  it('[RC62] opens a step by its bare id, with its evidence', async () => {
    await world.ask('tasks_evidence_capture', { ...TASK, path: 's:0', checks: RECEIPTS });
    const [step] = (await world.target('TASK-001')).steps;
    const opened = await open(step?.id ?? '');
    expect(opened).toMatchObject({ kind: 'step', id: `TASK-001/${step?.id}`, in: 'TASK-001' });
    expect(opened.content).toMatchObject({ path: 's:0', title: step?.title });
    expect(await open(opened.id)).toEqual(opened);
    const [evidence] = nearAs(opened, 'evidence');
    const proof = await open(evidence ?? '');
    expect(proof).toMatchObject({ kind: 'evidence', in: opened.id, content: { checks: RECEIPTS } });
    expect(nearAs(proof, 'step')).toEqual([opened.id]);
  });

  it('[RC111] shows what neighbours say, not their ids or their fields', async () => {
    const items = [{ kind: 'cmd_output', command: 'npm run lint', stdout: 'all is well' }];
    await world.ask('tasks_evidence_capture', { ...TASK, path: 's:1', items });
    await world.ask('tasks_evidence_capture', { ...TASK, checks: ['CMD: make'] });
    const [, step] = (await world.target('TASK-001')).steps;
    const id = `TASK-001/${step?.id}`;
    const lines = async (of: string, as: string) =>
      (await open(of)).near.filter((each: Shown) => each.as === as).map(({ text }: Shown) => text);
    expect(await lines(id, 'evidence')).toEqual(['npm run lint all is well']);
    expect(await lines('TASK-001', 'evidence')).toEqual([
      'CMD: make',
      `${step?.id}: npm run lint all is well`,
    ]);
    const [evidence] = nearAs(await open(id), 'evidence');
    expect(await lines(evidence ?? '', 'step')).toEqual(['Second']);
    const whole = nearAs(await open('TASK-001'), 'evidence').find((each) => each !== evidence);
    expect(await lines(whole ?? '', 'target')).toEqual(['Task']);
    await world.ask('tasks_delete', { ...TASK, path: 's:1' });
    expect(await lines(evidence ?? '', 'step')).toEqual(['Second']);
  });

  it('[RC70] offers the choice if two tasks of an older memory have one step id', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Read dates' });
    const [step] = (await world.target('TASK-001')).steps;
    if (!step) throw new Error('the task has no step');
    const { revision } = await world.target('TASK-002');
    await world.server.surface.store.write(
      { workspace: world.workspace, agent: 'elder', nowMs: 1 },
      async (tx) => {
        const branch = (await tx.branches.ofTarget('TASK-002'))?.id ?? 0;
        const after = { ...step, title: 'Another' };
        return tx.append([
          {
            type: 'steps_added',
            entity: 'TASK-002',
            ...{ branch, doc: 'TASK-002-trace' },
            payload: {
              ...{ revision: revision + 1, fields: {} },
              changes: [{ part: step.id, before: null, after }],
            },
          },
        ]);
      },
    );
    const { choices } = await open(step.id);
    expect(choices.map((each: Shown) => [each.id, each.in, each.text]).sort()).toEqual([
      [`step:TASK-001/${step.id}`, 'TASK-001', step.title],
      [`step:TASK-002/${step.id}`, 'TASK-002', 'Another'],
    ]);
    const other = await open(`step:TASK-002/${step.id}`);
    expect(other).toMatchObject({ kind: 'step', content: { title: 'Another' } });
  });

  it('[RC62] opens a task node', async () => {
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0', title: 'Read the sign' });
    expect(await open('NODE-00000001')).toMatchObject({
      kind: 'task_node',
      content: { title: 'Read the sign', path: 's:0.t:0' },
    });
  });

  it('[RC110] names who wrote a step or a task node, and when, as the hit does', async () => {
    const bob = { agent: 'bob', role: 'write' } as const;
    const byBob = async (tool: string, args: object) => {
      const reply = await world.server.call(tool, { workspace: world.workspace, ...args }, bob);
      expect(reply.isError, reply.text).toBe(false);
    };
    const more = { title: 'Bob adds a step', success_criteria: ['it is there'] };
    await byBob('tasks_decompose', { ...TASK, steps: [more] });
    await byBob('tasks_task_add', { ...TASK, parent_step: 's:0', title: 'Bob adds a node' });
    await world.ask('tasks_patch', { ...TASK, ops: [{ op: 'set', field: 'title', value: 'T' }] });
    const expectSame = async () => {
      const { hits } = await world.ask('recall', { kinds: ['step'] });
      expect(hits).toHaveLength(4);
      for (const { id, at, by, text } of hits) {
        expect(await open(id), id).toMatchObject({ at, by });
        expect(by).toBe(text.startsWith('Bob') ? 'bob' : 'tester');
      }
    };
    await expectSame();
    await world.ask('tasks_patch', {
      ...{ ...TASK, kind: 'step', path: 's:1' },
      ops: [{ op: 'set', field: 'title', value: 'Second of all' }],
    });
    await world.ask('tasks_delete', { ...TASK, path: 's:2' });
    await expectSame();
  });

  it('[RC72] opens what was deleted as it was, and says so', async () => {
    const { steps } = await world.target('TASK-001');
    const [first, second] = steps;
    await world.ask('tasks_delete', { ...TASK, path: 's:1' });
    expect(await open(second?.id ?? '')).toMatchObject({
      state: 'deleted',
      content: { title: second?.title, path: 's:1' },
    });
    await world.ask('tasks_delete', TASK);
    const task = await open('TASK-001');
    expect(task).toMatchObject({ state: 'deleted', kind: 'task', in: 'PLAN-001' });
    expect(task.content.steps).toHaveLength(steps.length - 1);
    expect(await open(first?.id ?? '')).toMatchObject({
      state: 'deleted',
      id: `TASK-001/${first?.id}`,
    });
  });

  it('[RC65] [RC72] opens rules with those before and after them', async () => {
    await world.lines('remember', { kind: 'rule', text: 'Months are 30 days.' });
    await world.lines('remember', { replaces: 'RULE-001', text: 'Months are calendar months.' });
    const old = await open('RULE-001');
    expect(old).toMatchObject({
      kind: 'rule',
      state: 'replaced',
      content: { source: 'user, by tester' },
    });
    expect(nearAs(old, 'replaced by')).toEqual(['RULE-002']);
    const now = await open('RULE-002');
    expect(now).not.toHaveProperty('state');
    expect(nearAs(now, 'replaces')).toEqual(['RULE-001']);
    await world.lines('remember', { replaces: 'RULE-002' });
    expect(await open('RULE-002')).toMatchObject({ state: 'retired' });
  });

  it('[RC71] refuses what nothing has, and proposes to search for it', async () => {
    const refusal = JSON.parse(await world.refusal('recall', { id: 'TASK-404' }));
    expect(refusal.error).toMatchObject({ code: 'UNKNOWN_ID' });
    expect(refusal.suggestions).toMatchObject([
      { target: 'recall', params: { query: 'TASK 404' } },
    ]);
    for (const id of [
      'STEP-99999999',
      'evt_0000000000009999',
      '00000000-0000-4000-8000-00000000ffff',
    ]) {
      expect(await world.refused('recall', { id })).toBe('UNKNOWN_ID');
    }
    for (const id of ['#', '@', '%', '***', '\u0301']) {
      const { error, suggestions } = JSON.parse(await world.refusal('recall', { id }));
      expect(error.code).toBe('UNKNOWN_ID');
      expect(suggestions ?? []).toEqual([]);
    }
  });

  it('[RC73] drops neighbours before anything of the thing itself', async () => {
    for (const checks of [RECEIPTS, ['CMD: make'], ['CMD: npm run lint'], ['CMD: npm test']]) {
      await world.ask('tasks_evidence_capture', { ...TASK, path: 's:0', checks });
    }
    const whole = await open('TASK-001');
    expect(nearAs(whole, 'plan')).toEqual(['PLAN-001']);
    const seen = new Set<string>();
    for (let most = 2_400; most >= 500; most -= 10) {
      const { content, near } = await open('TASK-001', { max_chars: most });
      const isWhole = JSON.stringify(content) === JSON.stringify(whole.content);
      if (!isWhole) expect(near, String(most)).toBeUndefined();
      seen.add(`${isWhole ? 'whole' : 'cut'}, ${near ? 'with' : 'without'} neighbours`);
    }
    expect([...seen]).toEqual([
      'whole, with neighbours',
      'whole, without neighbours',
      'cut, without neighbours',
    ]);
    const tight = await open('TASK-001', { max_chars: 400 });
    expect(tight).toMatchObject({ id: 'TASK-001', kind: 'task', truncated: true });
  });

  it('[RC73] shows the title and the first steps of a task under any budget', async () => {
    const whole = await open('TASK-001');
    for (let max_chars = 150; max_chars <= 1_200; max_chars += 50) {
      const { content, budget } = await open('TASK-001', { max_chars });
      expect(content, String(max_chars)).toMatchObject({ title: whole.content.title });
      if (max_chars >= 250) {
        expect(budget.used_chars).toBeGreaterThan(0.7 * Math.min(max_chars, 600));
      }
      if (max_chars >= 500) expect(content.steps[0].title).toBe(whole.content.steps[0].title);
    }
  });

  it('[RC75] refuses to open and to search at once', async () => {
    expect(await world.refused('recall', { id: 'TASK-001', query: 'numbers' })).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('recall in a memory without anything', () => {
  it('[RC74] finds nothing, which is no refusal', async () => {
    const server = await openTestSurface();
    const reply = await server.call('recall', { workspace: 'new', query: 'anything' });
    expect(JSON.parse(reply.text).result).toMatchObject({ hits: [] });
    const opened = await server.call('recall', { workspace: 'new', id: 'notes' }, TESTER);
    expect(opened.refusal).toBe('UNKNOWN_ID');
    await server.close();
  });
});
