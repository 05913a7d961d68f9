/** `npm run test:node24`: the same tests on Node 24, which has a SQLite of its own. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, sayOnStderr as say } from './setup.mjs';

say('Fetching Node 24 (npx -p node@24) …');
const { status } = spawnSync(
  'npx',
  ['-y', '-p', 'node@24', 'node', join(ROOT, 'scripts/test.mjs'), ...process.argv.slice(2)],
  // npm would not run the script by which the package fetches Node if it heard of our settings.
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, npm_config_ignore_scripts: 'false' } },
);
process.exitCode = status ?? 1;
