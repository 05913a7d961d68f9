/** The composition root: the only place that reaches for clock, environment, streams and exit. */

import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import packageJson from '../package.json' with { type: 'json' };
import type { Outside } from './cli/outside.ts';
import { runCommandLine } from './cli/program.ts';
import { redactText } from './kernel/redaction.ts';

/** A user without an entry among those of the machine has none. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}

const outside: Outside = {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  user: userName(),
  version: packageJson.version,
  program: process.argv[1] ?? 'waymark',
  now: Date.now,
  newId: randomUUID,
  print: (line) => void process.stdout.write(line),
  log: (line) => void process.stderr.write(`${redactText(line)}\n`),
  isTerminal: process.stdin.isTTY === true,
  readStdin: () => text(process.stdin),
  onStop(stop) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  },
};

process.exitCode = await runCommandLine(process.argv.slice(2), outside);
// A stream that a client left open must not keep a finished program alive.
process.stdin.destroy();
