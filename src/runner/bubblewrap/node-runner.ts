/** Runs cells with Node in bubblewrap. */

import { availableParallelism } from 'node:os';
import { lastLine, StreamCapture } from '../captured-text.ts';
import type { Ended } from '../ended.ts';
import type { LinkedCells } from '../link/link-cells.ts';
import { MODULE_ENDING, NOTEBOOK, placeNames } from '../link/place-names.ts';
import type { Clock, Runner, RunOutcome, RunRequest, Runtime } from '../port.ts';
import { type PreparedRun, prepareRun } from '../prepare-run.ts';
import { MAX_FILES, type RunLimits } from '../run-limits.ts';
import { judgeExit } from './judge-exit.ts';
import { cellWords } from './sandbox-words.ts';
import { seccompFilter } from './seccomp-filter.ts';
import {
  accountOfItsOwn,
  killSandboxed,
  type SandboxedProcess,
  spawnSandboxed,
} from './spawn-sandboxed.ts';
import { systemFolders } from './system-folders.ts';
import { ProcessWatch } from './watch-process.ts';

export interface NodeRunnerSettings {
  readonly clock: Clock;
  /** The program and its version: our own, unless a test says otherwise. */
  readonly program?: string;
  readonly version?: string;
  /** Memory that Node reserves without using it, which the kernel's limit counts. */
  readonly reservedBytes: number;
  readonly path?: string;
}

export const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';

/** A link of the kernel to our own program, which can be opened wherever that is installed. */
const OWN_PROGRAM = '/proc/self/exe';

export function nodeRunner(settings: NodeRunnerSettings): Runner {
  const runtime: Runtime = { kind: 'node', version: settings.version ?? process.versions.node };
  return {
    runtime,
    async run(request: RunRequest): Promise<RunOutcome> {
      const prepared = await prepareRun(request, runtime, settings.clock);
      if ('status' in prepared) return prepared;
      const wanted = sandboxed(settings, request, prepared.linked, prepared.limits);
      return supervise(wanted, settings, request, { ...prepared, runtime });
    },
  };
}

function sandboxed(
  settings: NodeRunnerSettings,
  request: RunRequest,
  { modules, names }: LinkedCells,
  limits: RunLimits,
): SandboxedProcess {
  const filter = seccompFilter(process.arch);
  if (!filter) throw new Error(`no seccomp filter for ${process.arch}`);
  const account = accountOfItsOwn();
  return {
    limits: kernelLimits(limits, settings.reservedBytes, modules.length),
    inputs: [filter, ...modules.map(({ code }) => code)],
    program: settings.program ?? OWN_PROGRAM,
    words: ([seccomp, ...descriptors]) => [
      ...cellWords({
        ...{ folders: systemFolders(), scratchBytes: limits.scratchBytes },
        ...{ modules, names, descriptors, packages: request.packages },
      }),
      '--seccomp',
      String(seccomp),
    ],
    command: [
      `--max-old-space-size=${Math.floor(limits.memoryBytes / 2 ** 21)}`,
      '--no-warnings',
      `${NOTEBOOK}/${request.entry}${MODULE_ENDING}`,
    ],
    path: settings.path ?? SEARCH_PATH,
    ...(account ? { account } : {}),
  };
}

/** What the kernel holds a cell to, even if we are no longer there to do it. */
function kernelLimits(limits: RunLimits, reservedBytes: number, inputs: number): string[] {
  // All threads count, and the wall clock ends the run before this does.
  const cpuSeconds = (Math.ceil(limits.ms / 1000) + 2) * availableParallelism();
  return [
    '-c 0',
    `-d ${Math.ceil((limits.memoryBytes + reservedBytes) / 1024)}`,
    `-t ${cpuSeconds}`,
    // Bubblewrap reads each cell from a descriptor before the program begins.
    `-n ${limits.openFiles + inputs}`,
    `-f ${Math.ceil(limits.scratchBytes / 512)}`,
  ];
}

async function supervise(
  wanted: SandboxedProcess,
  { clock, reservedBytes }: NodeRunnerSettings,
  { signal, onOutput, files }: RunRequest,
  { limits, began, leftMs, runtime }: PreparedRun & Pick<RunOutcome, 'runtime'>,
): Promise<RunOutcome> {
  const place = placeNames(new Set(files.map(({ name }) => name)));
  const streams = { stdout: new StreamCapture(), stderr: new StreamCapture() };
  const child = spawnSandboxed(wanted);
  let ended: Ended | undefined;
  let room = limits.outputBytes;
  const end = (why: Ended) => {
    ended ??= why;
    killSandboxed(child);
  };
  const watch = new ProcessWatch(child.pid ?? 0, {
    onFiles: (count) => count > MAX_FILES && end('files'),
  });
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      if (room <= 0) return;
      const part = chunk.subarray(0, room);
      room -= part.length;
      streams[name].add(part);
      onOutput?.(place(lastLine(part)));
      if (room <= 0) end('output');
    });
  }
  const timer = setTimeout(() => end('time'), leftMs);
  const cancel = () => end('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  const [code, by] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...exit) => resolve(exit));
    },
  ).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  });
  const usage = watch.stop();
  return {
    ...judgeExit({ ended, code, signal: by, usage, limits, reservedBytes }),
    ...{ runtime, limits, ms: clock() - began },
    stdout: streams.stdout.text(place),
    stderr: streams.stderr.text(place),
    ...(usage ? { cpuMs: usage.cpuMs, peakBytes: usage.peakBytes } : {}),
  };
}
