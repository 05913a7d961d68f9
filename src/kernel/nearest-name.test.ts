/** The name that was probably meant, named by the rules in docs/spec/calls.md. */

import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const TOOLS = ['branch_create', 'branch_list', 'checkout', 'diff', 'help', 'notes_commit', 'show'];

describe('the nearest name', () => {
  it.each([
    ['chekout', 'checkout'],
    ['checkuot', 'checkout'],
    ['branch_lst', 'branch_list'],
    ['brnach_list', 'branch_list'],
    ['notes_comit', 'notes_commit'],
    ['HELP', 'help'],
    ['Show', 'show'],
    ['shwo', 'show'],
    ['dif', 'diff'],
  ])('[CA8] %s means %s', (given, meant) => {
    expect(nearestName(given, TOOLS)).toBe(meant);
  });

  it.each(['zzz', 'x', 'deploy', 'merge_all_of_it', 'q'.repeat(65), 'checkout'.repeat(10)])(
    '[CA8] %s means none of them',
    (given) => {
      expect(nearestName(given, TOOLS)).toBeUndefined();
    },
  );

  it('[CA8] a swap of neighbours is one slip', () => {
    // Two slips are too many in four letters, so this passes only if a swap counts as one.
    expect(nearestName('hlep', ['help'])).toBe('help');
    expect(nearestName('hxxp', ['help'])).toBeUndefined();
  });

  it('[CA8] allows one slip in three letters', () => {
    expect(nearestName('abcdef', ['abcdxx'])).toBe('abcdxx');
    expect(nearestName('abcdef', ['abcxxx'])).toBeUndefined();
  });

  it('[CA8] the nearest name wins; of equally near ones, the first', () => {
    expect(nearestName('mian', ['mine', 'main', 'mien'])).toBe('main');
    expect(nearestName('ca', ['cb', 'cc'])).toBe('cb');
    expect(nearestName('anything', [])).toBeUndefined();
  });
});
