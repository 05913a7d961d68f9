/** `npm start`: sets up what is missing, then serves. Arguments go to `waymark serve`. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, renew, sayOnStderr } from './setup.mjs';

/** npm keeps options before `--` for itself and passes on only their values, as words. */
const taken = ['port', 'observatory_port', 'host', 'workspace', 'data_dir', 'database_url'].find(
  (name) => process.env[`npm_config_${name}`] !== undefined,
);

if (taken !== undefined) {
  const flag = taken.replaceAll('_', '-');
  sayOnStderr(`npm took --${flag} for itself. Put -- before the options: npm start -- --${flag} …`);
  process.exitCode = 2;
} else if (await renew(sayOnStderr)) serve();
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
