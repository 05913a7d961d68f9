import { expect, it } from 'vitest';
import { invocation } from './outside.ts';

const HERE = { cwd: '/Users/ann/clone', path: '/usr/bin:/Users/ann/bin' };

it.each([
  { program: '/Users/ann/bin/waymark', has: ['/Users/ann/bin/waymark'], says: 'waymark' },
  { program: '/Users/ann/clone/bin/waymark', has: [], says: './bin/waymark' },
  { program: '/Users/ann/other/bin/waymark', has: [], says: '/Users/ann/other/bin/waymark' },
  { program: '/Users/ann/clone/node_modules/.bin/waymark', has: [], says: 'npx waymark' },
])('[CO61] $program is called by $says', ({ program, has, says }) => {
  const files: readonly string[] = has;
  expect(invocation({ ...HERE, program, exists: (file) => files.includes(file) })).toBe(says);
});
