/** Tests of what a caller learns about former memories; the rules are in docs/spec/identity.md. */

import { describe, expect, it } from 'vitest';
import { formerMemoryWarnings } from './choose-workspace.ts';

const found = ['a', 'b', 'c', 'd'].map((workspace) => ({
  workspace,
  directory: `/old/${workspace}`,
  here: '/new/it is',
}));

describe('formerMemoryWarnings', () => {
  it('[ID51] names three, with a command for the shell', () => {
    const told = formerMemoryWarnings(found, { agent: 'ann', role: 'write' });
    expect(told.map(({ message }) => message)).toEqual([
      'If this directory was /old/a, its memory is a.',
      'If this directory was /old/b, its memory is b.',
      'If this directory was /old/c, its memory is c.',
    ]);
    expect(told[0]?.recovery).toMatch(/: waymark workspaces bind a '\/new\/it is'$/);
  });

  it('[ID51] names none that the caller may not use', () => {
    const told = formerMemoryWarnings(found, { agent: 'ann', role: 'write', workspaces: ['d'] });
    expect(told.map(({ message }) => message)).toEqual([
      'If this directory was /old/d, its memory is d.',
    ]);
  });
});
