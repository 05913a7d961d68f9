/** `npm run test:node22`, `npm run test:node24`: the same tests on another Node. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, sayOnStderr as say } from './setup.mjs';

const [version, ...words] = process.argv.slice(2);
say(`Fetching Node ${version} (npx -p node@${version}) …`);
const { status } = spawnSync(
  'npx',
  ['-y', '-p', `node@${version}`, 'node', join(ROOT, 'scripts/test.mjs'), ...words],
  // npm would skip the install script that fetches Node if it inherited our settings.
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, npm_config_ignore_scripts: 'false' } },
);
process.exitCode = status ?? 1;
