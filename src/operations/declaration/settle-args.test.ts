/** What arguments may say in more than one way, named by the rules in docs/spec/calls.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { parseInput } from '../../surface/parse-input.ts';
import { CATALOGUE } from '../catalogue.ts';
import { ROUTES } from '../thoughtbox/router/routes.ts';
import { settleArgs } from './settle-args.ts';

const OPERATIONS = [...CATALOGUE.filter((each) => !each.router), ...ROUTES.map(({ runs }) => runs)];

const named = (name: string) => {
  const found = CATALOGUE.find((each) => each.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
};

describe('null', () => {
  it.each(OPERATIONS)(
    '[CA110] means left out, for every optional argument of $name',
    (operation) => {
      const optional = Object.entries(operation.fields).filter(
        ([, field]) => field.safeParse(undefined).success,
      );
      for (const [name, field] of optional) {
        const settled = settleArgs(operation, { [name]: null });
        expect(settled, name).toEqual(field.safeParse(null).success ? { [name]: null } : {});
      }
    },
  );

  it.each(CATALOGUE.filter((each) => !each.router))(
    '[CA110] beside the arguments of an example changes nothing for $name',
    (operation) => {
      const { args } = operation.example;
      const others = Object.entries(operation.fields)
        .filter(([name, field]) => !(name in args) && !field.safeParse(null).success)
        .map(([name]) => [name, null] as const);
      const plain = parseInput(operation, args);
      const filled = parseInput(operation, { ...args, ...Object.fromEntries(others) });
      if (isRefusal(plain) || isRefusal(filled)) throw new Error(JSON.stringify([plain, filled]));
      expect(filled.input).toEqual(plain.input);
    },
  );

  it('[CA110] means left out inside lists and objects too, but not where it is a value', () => {
    const plan = named('graph_plan');
    const node = { ref: 'a', summary: 'A part', parent_ref: null, properties: { owner: null } };
    expect(settleArgs(plan, { project: 'P', nodes: [node] })).toEqual({
      project: 'P',
      nodes: [{ ref: 'a', summary: 'A part', properties: { owner: null } }],
    });
    const edit = { task: 'TASK-001', description: null, title: null };
    expect(settleArgs(named('tasks_edit'), edit)).toEqual({ task: 'TASK-001', description: null });
  });

  it('[CA110] is refused for an argument that is needed', () => {
    const refused = parseInput(named('notes_commit'), { content: null });
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: /^content: / as never });
  });
});

describe('a qualified id', () => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ defaultWorkspace: 'home' });
    for (const workspace of ['home', 'other/shop']) {
      await server.call('init', { workspace });
      const titles = { plan_title: 'Plan', task_title: `Task of ${workspace}` };
      const steps = [{ title: 'One', success_criteria: ['It works'], tests: ['npm test'] }];
      await server.call('tasks_macro_start', { workspace, ...titles, steps });
    }
  });
  afterAll(() => server.close());

  it.each(['target', 'task'])(
    '[CA111] is accepted as %s, and names its workspace',
    async (name) => {
      for (const workspace of ['home', 'other/shop']) {
        const args = { [name]: `${workspace}:TASK-001`, read_only: true };
        const reply = await server.call('tasks_radar', args);
        expect(reply.text).toContain(`Task of ${workspace}`);
      }
    },
  );

  it('[CA111] is accepted in lists, in batches and by remember', async () => {
    const edit = { task: 'home:TASK-001', depends_on: ['home:TASK-002'] };
    expect(settleArgs(named('tasks_edit'), edit)).toMatchObject({
      workspace: 'home',
      depends_on: ['TASK-002'],
    });
    const note = (task: string) => ({ tool: 'tasks_note', args: { task, path: 's:0', note: 'n' } });
    const batch = (task: string) => server.call('tasks_batch', { operations: [note(task)] });
    expect((await batch('home:TASK-001')).isError).toBe(false);
    expect((await batch('other/shop:TASK-001')).isError).toBe(true);
    const about = { text: 'It is slow', about: 'other/shop:TASK-001' };
    expect((await server.call('remember', about)).isError).toBe(false);
    const there = await server.call('status', { workspace: 'other/shop' });
    expect(there.text).toContain('It is slow');
  });

  it('[CA111] of another workspace than the call names is refused', async () => {
    const args = { workspace: 'home', task: 'other/shop:TASK-001' };
    const reply = await server.call('tasks_radar', args);
    expect(reply.text).toContain('workspace: one call cannot be about both home and other/shop');
  });

  it('[CA111] in a text stays as it is', () => {
    const args = { content: 'home:TASK-001', title: null };
    expect(settleArgs(named('notes_commit'), args)).toEqual({ content: 'home:TASK-001' });
  });
});
