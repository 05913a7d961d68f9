/** `npm run soak`: a long run of servers on PostgreSQL under crashes and failover, with figures. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

const child = spawn(process.execPath, [join(ROOT, 'scripts/test.mjs'), 'test/soak'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, WAYMARK_SOAK: 'long' },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => child.kill(signal));
}
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
