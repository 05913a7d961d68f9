/** The processes that a benchmark starts: none may outlive it. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

/** The settings of the user who runs the benchmark must not reach what is measured. */
const KEPT_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'USERPROFILE'];

function bareEnvironment(): Record<string, string> {
  return Object.fromEntries(
    KEPT_VARIABLES.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export interface Child {
  readonly process: ChildProcess;
  readonly exited: Promise<void>;
}

/** Runs a script with this Node; its stderr goes to ours. */
export function startNode(
  words: readonly string[],
  cwd: string,
  stdio: SpawnOptions['stdio'],
): Child {
  const child = spawn(process.execPath, words, { cwd, stdio, env: bareEnvironment() });
  running.add(child);
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  return { process: child, exited };
}

const PATIENCE_MS = 10_000;

/** Waits for a child that was asked to end, and kills it if it stays. */
export async function gone({ process: child, exited }: Child): Promise<void> {
  const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await exited;
  clearTimeout(insist);
}
