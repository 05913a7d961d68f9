/** Renaming and deleting branches, named by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import { type Branch, branchEntity, branchIdOf } from './branch.ts';
import { deleteBranch } from './delete-branch.ts';
import { renameBranch } from './rename-branch.ts';

const main: Branch = { id: 1, name: 'main', depth: 0, createdMs: 0 };
const idea: Branch = {
  id: 7,
  name: 'idea',
  base: { branch: 1, name: 'main', seq: 6 },
  depth: 1,
  createdMs: 0,
};
const task: Branch = { ...idea, id: 9, name: 'task/TASK-001', target: 'TASK-001' };

describe('renaming a branch', () => {
  const rename = (branch: Branch, name: string, taken?: Branch) =>
    renameBranch({ branch, name, taken, isTag: false });

  it('[NV1] is one event about its id', () => {
    expect(rename(idea, 'thought')).toEqual({
      type: 'branch_renamed',
      entity: 'branch:7',
      payload: { from: 'idea', to: 'thought' },
    });
    expect(rename(main, 'trunk')).toMatchObject({ payload: { from: 'main', to: 'trunk' } });
  });

  it.each(['', ' a', 'a\nb', 'x'.repeat(201), 'task/TASK-001'])('[NV2] refuses %j', (name) => {
    expect(rename(idea, name)).toMatchObject({ code: 'INVALID_NAME' });
  });

  it('[NV2] refuses a name that is taken, and the present one', () => {
    expect(rename(idea, 'main', main)).toMatchObject({ code: 'CONFLICT' });
    expect(rename(idea, 'idea', idea)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('[NV2] lets the branch of a task get back its own name, and no other canonical one', () => {
    const renamed = { ...task, name: 'elsewhere' };
    expect(rename(renamed, 'task/TASK-001')).toMatchObject({ type: 'branch_renamed' });
    expect(rename(renamed, 'task/TASK-002')).toMatchObject({ code: 'INVALID_NAME' });
  });
});

describe('deleting a branch', () => {
  it('[NV4] is one event about its id', () => {
    expect(deleteBranch({ branch: idea, checkout: 1, child: undefined })).toEqual({
      type: 'branch_deleted',
      entity: 'branch:7',
      payload: {},
    });
  });

  it.each([
    ['the first one', main, 7, undefined, { kind: 'branch_is_first' }],
    ['the checkout', idea, 7, undefined, { kind: 'branch_checked_out', base: 'main' }],
    ['a base', idea, 1, { ...idea, id: 8, name: 'upon' }, { kind: 'branch_has_children' }],
    ['that of a task', task, 1, undefined, { kind: 'branch_of_target' }],
  ])('[NV3] refuses %s', (_what, branch, checkout, child, reason) => {
    expect(deleteBranch({ branch, checkout, child })).toMatchObject({
      code: 'CONFLICT',
      reason,
    });
  });

  it('[NV4] finds the id in an entity, and throws if there is none', () => {
    expect(branchIdOf(branchEntity(12))).toBe(12);
    for (const other of ['branch:', 'branch:x', 'tag:1', 'branch:1.5']) {
      expect(() => branchIdOf(other)).toThrow();
    }
  });
});
