/** Stack traces of cells; docs/spec/notebooks.md. */

import { expect, it } from 'vitest';
import { ownStack } from './own-stack.ts';

it('[NB72] a stack trace has the lines of cells and packages, not those inside of Node', () => {
  const trace = [
    'Error: x, see node:internal/modules',
    '    at fail (b.ts:5:9)',
    '    at a.ts:6:1',
    '    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)',
    '    at async node:internal/modules/esm/loader:646:26',
    '',
    'Node.js v24.1.0',
  ];
  const own = trace.filter((line) => !/^\s+at.*node:/.test(line));
  expect(ownStack(trace.join('\n'))).toBe(own.join('\n'));
  expect(ownStack('plain\n  at home')).toBe('plain\n  at home');
});
