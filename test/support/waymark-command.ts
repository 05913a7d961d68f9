/**
 * Runs the real program as a child process, without the settings of the user who runs the tests.
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/waymark', import.meta.url));

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The directory of another copy of the program than this checkout's. */
  readonly program?: string | undefined;
  /** Another user, whose group has the same number. */
  readonly uid?: number | undefined;
}

const running = new Set<Child>();
// A test that fails half-way must not leave its children behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Only what a program needs to start: WAYMARK_*, PORT and the like would change what is tested. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...more };
}

export function startWaymark(words: readonly string[], options: StartOptions = {}): Child {
  const child = spawn(process.execPath, [options.program ?? PROGRAM, ...words], {
    cwd: options.cwd ?? tmpdir(),
    env: cleanEnvironment(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  // Writing to a child that has ended fails; its exit code says why it ended.
  child.stdin.on('error', () => {});
  return child;
}

/** Resolves when the process has ended and everything it wrote has been read. */
export function exitOf(child: Child): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command to its end. */
export async function runWaymark(
  words: readonly string[],
  options: StartOptions & { readonly input?: string } = {},
): Promise<Finished> {
  const child = startWaymark(words, options);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  child.stdin.end(options.input ?? '');
  return { ...(await exitOf(child)), stdout, stderr };
}
