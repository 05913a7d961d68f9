/** What is proposed for packages that no registry has; docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../kernel/refusal.ts';
import { wantedPackages } from './package-json.ts';

function proposed(specs: readonly string[], content?: string): unknown {
  const cell = content === undefined ? undefined : { id: 'c', content };
  const refusal = wantedPackages('n', cell, specs);
  return isRefusal(refusal) ? refusal.suggestions[0]?.params : undefined;
}

describe('packages that are refused', () => {
  it.each([
    [['npm install zod@4.1.0'], ['zod@4.1.0']],
    [
      ['zod@>=4', '@scope/thing@ ^1.2'],
      ['zod', '@scope/thing@^1.2'],
    ],
    [['zod 4.1.0', 'zod'], ['zod@4.1.0']],
    [['zod@1', 'zod@2'], ['zod@1']],
    [
      [
        'zod',
        'git+ssh://example.org/x.git',
        'x@git+https://example.org/x',
        '../here',
        'JSONStream',
      ],
      ['zod', '<fill: name@version>'],
    ],
  ])('[NB83] %j are proposed as %j', (specs, packages) => {
    expect(proposed(specs)).toEqual({
      ...{ operation: 'notebook', subOperation: 'install_deps', notebookId: 'n', packages },
    });
  });

  it('[NB83] a package.json that cannot be read is shown', () => {
    const look = { operation: 'notebook', subOperation: 'get_cell', notebookId: 'n', cellId: 'c' };
    expect(proposed([], 'no JSON')).toEqual(look);
    expect(proposed(['zod'], '{"dependencies":{"x":"file:.."}}')).toEqual(look);
    expect(proposed(['zod'])).toBeUndefined();
  });
});
