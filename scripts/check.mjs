/** `npm run check`: types, lint, format and tidiness; fast enough to run before every commit. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, ROOT, sayOnStderr as say } from './setup.mjs';

install(say);

const bin = join(ROOT, 'node_modules/.bin');
/** Each with the types of where it runs: Node, a browser, or both. */
const PROJECTS = ['.', 'web', 'bench', 'test/browser'];

const checks = [
  ...PROJECTS.map((project) => ({
    what: project === '.' ? 'types' : `types of ${project}`,
    command: join(bin, 'tsc'),
    words: ['-p', join(ROOT, project)],
  })),
  { what: 'lint and format', command: join(bin, 'biome'), words: ['check', ROOT] },
  { what: 'tidiness', command: join(bin, 'vitest'), words: ['run', 'test/tidy.test.ts'] },
];

const failed = checks.filter(({ what, command, words }) => {
  say(`Checking ${what} …`);
  // The tidiness test uses no database.
  const env = { ...process.env, WAYMARK_TEST_POSTGRES: 'off' };
  return spawnSync(command, words, { cwd: ROOT, stdio: 'inherit', env }).status !== 0;
});
say(
  failed.length === 0
    ? 'All checks passed.'
    : `Failed: ${failed.map(({ what }) => what).join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
