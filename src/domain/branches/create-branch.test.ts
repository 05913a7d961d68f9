/** New branches and their names, named by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Branch } from './branch.ts';
import { checkBranchName } from './branch-name.ts';
import { checkOut } from './check-out.ts';
import { createBranch } from './create-branch.ts';

const main: Branch = { id: 1, name: 'main', depth: 0, createdMs: 0 };

describe('the name of a new branch', () => {
  it.each([
    'a',
    'idea/cache',
    'two words',
    'Ünï/界🧭',
    'task/other',
    'plan/PLANS',
    'TASK-001',
    'x'.repeat(LIMITS.branchName),
  ])('[BN9] can be %s', (name) => {
    expect(checkBranchName(name)).toBeUndefined();
  });

  it.each([
    ['', 'a name is needed'],
    ['   ', 'a name is needed'],
    ['\n', 'a name is needed'],
    [' a', 'no space at its ends'],
    ['a ', 'no space at its ends'],
    ['a\nb', 'one line'],
    ['a\u2028b', 'one line'],
    ['a\u0000', 'one line'],
    ['x'.repeat(LIMITS.branchName + 1), 'at most 200 characters'],
    ['task/TASK-001', 'canonical'],
    ['plan/PLAN-12', 'canonical'],
    ['Task/task-7', 'canonical'],
  ])('[BN9] cannot be %j', (name, why) => {
    const refusal = checkBranchName(name);
    expect(refusal).toMatchObject({ code: 'INVALID_NAME' });
    expect(refusal?.message).toContain(why);
    expect(refusal?.recovery).toBeTruthy();
  });
});

describe('a new branch', () => {
  const request = { name: 'idea', base: main, taken: undefined, isTag: false, head: 41 };

  it('[BN8] has the last event as its cutoff, and the seq of its own event as its id', () => {
    expect(createBranch(request)).toEqual({
      type: 'branch_created',
      entity: 'branch:42',
      payload: { name: 'idea', base: { branch: 1, seq: 41 } },
    });
  });

  it('[BN10] whose name is taken is refused, with the branch that has it', () => {
    expect(createBranch({ ...request, taken: { ...main, id: 9, name: 'idea' } })).toMatchObject({
      code: 'CONFLICT',
      message: 'branch "idea" exists already',
      reason: { kind: 'branch_exists', name: 'idea' },
    });
  });

  it('[BN9] with a bad name is refused for that, taken or not', () => {
    const refused = createBranch({ ...request, name: ' ', taken: main });
    expect(refused).toMatchObject({ code: 'INVALID_NAME' });
  });

  it('[BN11] has at most 256 bases below it', () => {
    const on = (depth: number) => createBranch({ ...request, base: { ...main, depth } });
    expect(isRefusal(on(LIMITS.branchDepth - 1))).toBe(false);
    expect(on(LIMITS.branchDepth)).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('checking out', () => {
  it('[BN13] creates an event exactly if the branch is another one', () => {
    expect(checkOut(1, 1)).toEqual([]);
    expect(checkOut(1, 2)).toEqual([
      { type: 'checkout_changed', entity: 'workspace', payload: { from: 1, to: 2 } },
    ]);
  });
});
