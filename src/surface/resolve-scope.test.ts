/** Which document a call is about, named by the rules in docs/spec/calls.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import type { Branch } from '../domain/branches/branch.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { Input } from '../operations/declaration/define-operation.ts';
import type { Reading } from '../store/port.ts';
import { resolveScope } from './resolve-scope.ts';

const WORKSPACE = 'acme';
/** The branch of a task, put into the journal by hand. */
const ofTask: Branch = { id: 1, name: 'task/TASK-001', depth: 0, createdMs: 0, target: 'TASK-001' };

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: WORKSPACE });
  await server.call('branch_create', { name: 'idea/cache' });
});
afterAll(() => server.close());

interface Scene {
  readonly focus?: string;
  readonly known?: boolean;
}

/** The scope in short: branch, notes and trace names, target. */
async function scopeOf(input: Input, { focus, known = true }: Scene = {}) {
  const scope = await server.surface.store.read(WORKSPACE, async (tx) => {
    const scene: Reading = {
      ...tx,
      agents: { ...tx.agents, focus: async () => ({ target: focus ?? null, isOwn: true }) },
      branches: {
        ...tx.branches,
        byName: async (name) => (name === ofTask.name ? ofTask : tx.branches.byName(name)),
        ofTarget: async (id) => (known && id === 'TASK-001' ? ofTask : undefined),
      },
    };
    const asker = { agent: 'tester', writes: undefined, present: async () => undefined };
    return resolveScope(scene, input, asker);
  });
  if (isRefusal(scope)) return scope;
  const { branch, docs, target } = scope;
  return [branch.name, docs.notes, docs.trace, target];
}

const onTask = ['task/TASK-001', 'notes', 'TASK-001-trace', 'TASK-001'];
const onMain = ['main', 'notes', 'trace', undefined];
const onIdea = ['idea/cache', 'notes', 'trace', undefined];

describe('the scope', () => {
  it('[CA19] is the target that was named, whatever the focus', async () => {
    expect(await scopeOf({ target: 'TASK-001' })).toEqual(onTask);
    expect(await scopeOf({ target: 'TASK-001' }, { focus: 'TASK-999' })).toEqual(onTask);
    expect(await scopeOf({ target: { id: 'TASK-001', kind: 'task' } })).toEqual(onTask);
  });

  it('[CA19] else the focus, else the checkout', async () => {
    expect(await scopeOf({}, { focus: 'TASK-001' })).toEqual(onTask);
    expect(await scopeOf({ doc_kind: 'notes', cursor: 3 }, { focus: 'TASK-001' })).toEqual(onTask);
    expect(await scopeOf({})).toEqual(onMain);
  });

  it('[CA20] a branch or ref means that branch, and never the focus', async () => {
    const focus = 'TASK-001';
    expect(await scopeOf({ branch: 'idea/cache' }, { focus })).toEqual(onIdea);
    expect(await scopeOf({ ref: 'idea/cache' }, { focus })).toEqual(onIdea);
    expect(await scopeOf({ branch: 'idea/cache', doc: 'x' }, { focus })).toEqual(onIdea);
  });

  it.each(['doc', 'notes_doc', 'graph_doc', 'trace_doc'])(
    '[CA20] %s alone means the checkout',
    async (name) => {
      expect(await scopeOf({ [name]: 'x' }, { focus: 'TASK-001' })).toEqual(onMain);
    },
  );

  it('[CA20] a task’s own branch keeps the names of its documents', async () => {
    expect(await scopeOf({ branch: 'task/TASK-001' })).toEqual([
      'task/TASK-001',
      'notes',
      'TASK-001-trace',
      undefined,
    ]);
  });

  it.each(['branch', 'ref', 'doc', 'notes_doc', 'graph_doc', 'trace_doc'])(
    '[CA21] a target with %s is refused',
    async (name) => {
      expect(await scopeOf({ target: 'TASK-001', [name]: 'main' })).toMatchObject({
        code: 'INVALID_INPUT',
        message: `target, ${name}: cannot be combined, since a target already fixes its documents`,
      });
    },
  );

  it('[CA22] a contradiction and an unknown target are refused', async () => {
    expect(await scopeOf({ target: { id: 'TASK-001', kind: 'plan' } })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await scopeOf({ target: 'TASK-002' })).toMatchObject({
      code: 'UNKNOWN_ID',
      message: 'target: no plan or task TASK-002',
      suggestions: [{ target: 'status' }],
    });
  });

  it('[CA22] so is a focus on a target that does not exist', async () => {
    const refusal = await scopeOf({}, { focus: 'TASK-001', known: false });
    expect(refusal).toMatchObject({ code: 'UNKNOWN_ID' });
  });

  it('[CA23] an unknown branch is refused by the argument that named it', async () => {
    expect(await scopeOf({ branch: 'idea/cahce' })).toMatchObject({
      code: 'UNKNOWN_ID',
      message: 'branch: no branch "idea/cahce"',
      recovery: 'Did you mean idea/cache?',
      suggestions: [{ target: 'branch_list' }],
    });
    expect(await scopeOf({ ref: 'zzz' })).toMatchObject({
      message: 'ref: no branch "zzz"',
      recovery: 'Use a name that branch_list shows.',
    });
  });
});
