/** The composition root: the only file that uses the clock, environment, streams and exit code. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import packageJson from '../package.json' with { type: 'json' };
import { invocation, type Outside } from './cli/outside.ts';
import { runCommandLine } from './cli/program.ts';
import { redactText } from './kernel/redaction.ts';

/** The system may have no entry for the user, for example in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}

/** The command by which a desktop opens an address. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer'],
};

function openUrl(url: string): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? [];
  const opener = spawn(command, [...words, url], { stdio: 'ignore', detached: true });
  // The address is printed as well: a machine without a browser is no error.
  opener.on('error', () => {}).unref();
}

/**
 * A reader that has left, as `head` does, is no failure: the command goes on and ends as it would
 * have. Any other fault of a stream is thrown.
 */
function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

for (const stream of [process.stdout, process.stderr]) ignoreBrokenPipe(stream);

const program = process.argv[1] ?? 'waymark';
const cwd = process.cwd();

const outside: Outside = {
  env: process.env,
  cwd,
  home: homedir(),
  user: userName(),
  version: packageJson.version,
  program,
  invocation: () => invocation({ program, cwd, path: process.env.PATH ?? '', exists: existsSync }),
  now: Date.now,
  clock: () => performance.now(),
  newId: randomUUID,
  print: (line) => void process.stdout.write(line),
  log: (line) => void process.stderr.write(`${redactText(line)}\n`),
  isTerminal: process.stdin.isTTY === true,
  printsToTerminal: process.stdout.isTTY === true,
  openUrl,
  readStdin: () => text(process.stdin),
  onStop(stop) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  },
};

process.exitCode = await runCommandLine(process.argv.slice(2), outside);
// A stdin that the client leaves open would keep the process alive.
process.stdin.destroy();
