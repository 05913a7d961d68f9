/** `npm start`: sets up what is missing, then serves. Arguments go to `waymark serve`. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, renew, sayOnStderr } from './setup.mjs';

if (await renew(sayOnStderr)) serve();
else process.exitCode = 1;

function serve() {
  const server = spawn(
    process.execPath,
    [join(ROOT, 'bin/waymark'), 'serve', ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal));
  }
  // npm ends its shell on a signal but not this process: an orphan must not continue to serve.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM');
  }, 300).unref();
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 0 : 1);
  });
}
