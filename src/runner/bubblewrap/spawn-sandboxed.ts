/**
 * Starts Node in bubblewrap. Whatever it is given goes through pipes: nothing is written to
 * disk, so nothing can be left there, and no path of the machine is on a command line.
 */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Duplex, Writable } from 'node:stream';
import { leakedDescriptors, placedChannels } from './descriptors.ts';

export interface SandboxedProcess {
  /** Limits of the kernel, as words of the shell's `ulimit`: `-c 0`. */
  readonly limits: readonly string[];
  /** What is read from a descriptor each, such as the source of a cell. */
  readonly inputs: readonly (Buffer | string)[];
  /** A file that the process is given open, as the last descriptor. */
  readonly program: string;
  /** Words for bubblewrap, given the descriptors of the inputs in their order. */
  readonly words: (descriptors: readonly number[]) => readonly string[];
  /** The arguments of the program, which begins with the script of `beginning`. */
  readonly command: readonly string[];
  /** Where bubblewrap is searched. */
  readonly path: string;
  /** The account on the machine, if we may choose it. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

export function spawnSandboxed(wanted: SandboxedProcess): ChildProcess {
  const leaked = leakedDescriptors();
  const places = placedChannels(leaked, wanted.inputs.length + 3);
  const [program = 0, words = 0, line = 0, ...inputs] = places;
  const opened = [openSync(wanted.program, 'r'), openSync('/dev/null', 'r')];
  const [programFile = 0, nothing = 0] = opened;
  try {
    const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe'];
    // Every descriptor in between is set, since a gap would be inherited as it is.
    for (let at = 3; at <= Math.max(...places, ...leaked); at += 1) stdio[at] = 'ignore';
    for (const at of leaked) stdio[at] = nothing;
    for (const at of [words, line, ...inputs]) stdio[at] = 'pipe';
    stdio[program] = programFile;
    const child = start(wanted, stdio, { program, words, line });
    const text = [...wanted.words(inputs), ''].join('\0');
    feed(child, [
      [words, text],
      ...inputs.map((at, index) => [at, wanted.inputs[index] ?? ''] as const),
    ]);
    answerOnce(child, child.stdio[line] as Duplex | null | undefined);
    return child;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function start(
  { limits, command, path, account }: SandboxedProcess,
  stdio: SpawnOptions['stdio'],
  { program, words, line }: { program: number; words: number; line: number },
): ChildProcess {
  const script = [
    ...limits.map((limit) => `ulimit ${limit}`),
    `exec bwrap --args ${words} -- /proc/self/fd/${program} "$@"`,
  ].join(' && ');
  return spawn('/bin/sh', ['-c', script, 'sh', '--import', beginning(line), ...command], {
    stdio,
    // Not only for the process: it can read the environment of bubblewrap itself in /proc/1.
    env: { PATH: path },
    cwd: '/',
    detached: true,
    ...account,
  });
}

function feed(child: ChildProcess, inputs: readonly (readonly [number, Buffer | string])[]): void {
  for (const [at, bytes] of inputs) {
    const pipe = child.stdio[at] as Writable | null | undefined;
    // A process that ends before it has read everything has said why on stderr.
    pipe?.on('error', () => {});
    pipe?.end(bytes, () => pipe.destroy());
  }
}

/**
 * What Node runs before the program. It asks us for a word and ends if none comes. Bubblewrap dies
 * with its parent only from some moment on; a server that was killed before it would leave a
 * process behind that nobody ends.
 *
 * And streams block. Otherwise a loop that prints would fill the memory of its own process, and end
 * by memory or time instead of by its output. A cell that undoes it harms only itself.
 */
function beginning(line: number): string {
  const script = `import { closeSync, readSync, writeSync } from 'node:fs';
    let heard = 0;
    try { writeSync(${line}, '?'); heard = readSync(${line}, new Uint8Array(1)); } catch {}
    closeSync(${line});
    if (heard === 0) throw new Error('the server has ended');
    for (const name of ['stdout', 'stderr']) process[name]._handle?.setBlocking?.(true);`;
  return `data:text/javascript,${encodeURIComponent(script.replace(/\s+/g, ' '))}`;
}

/** Where each process asks for its word. */
const lines = new WeakMap<ChildProcess, Duplex>();

/** The program itself has not begun when it asks, so nothing that it says is read. */
function answerOnce(child: ChildProcess, line: Duplex | null | undefined): void {
  if (!line) return;
  lines.set(child, line);
  line.on('error', () => {});
  line.once('data', () => line.end('!', () => line.destroy()));
}

/**
 * Ends the process and everything in its sandbox, at once. What is just starting, and already out
 * of reach of the signal, gets no word any more and ends by itself.
 */
export function killSandboxed(child: ChildProcess): void {
  lines.get(child)?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Accounts of runs at the same time differ, and no account of the machine is among them. */
const FIRST_ACCOUNT = 1_900_000_000;
let runs = 0;

/**
 * An account of its own when we are root. With the account 0 of the machine a cell could write
 * /proc/sys, whatever its capabilities are.
 */
export function accountOfItsOwn(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  runs += 1;
  const id = FIRST_ACCOUNT + (process.pid % 30_000) * 1_000 + (runs % 1_000);
  return { uid: id, gid: id };
}
