/**
 * Decides which runtime cells get. A real run in the full sandbox decides, once per process: Node
 * where it works, else QuickJS, and never a third way.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstCharacters } from '../kernel/excerpt.ts';
import { nodeRunner, SEARCH_PATH } from './bubblewrap/node-runner.ts';
import { seccompFilter } from './bubblewrap/seccomp-filter.ts';
import type { Clock, Runner } from './port.ts';
import { probe } from './probe.ts';
import { openQuickjsRunner } from './quickjs/quickjs-runner.ts';

export type RunnerChoice = 'auto' | 'node' | 'quickjs' | 'off';

export interface ChosenRunner {
  /** Absent when cells cannot be run. */
  readonly runner?: Runner;
  /** Which runtime, and why, in a sentence or two. */
  readonly explanation: string;
}

export interface RunnerSettings {
  readonly clock: Clock;
  /** The machine, unless a test says otherwise. */
  readonly platform?: string;
  readonly architecture?: string;
  readonly path?: string;
  readonly program?: string;
  readonly version?: string;
}

/** One per process: the choice is made on first use and then kept. */
export function runnerChooser(
  settings: RunnerSettings,
): (choice: RunnerChoice) => Promise<ChosenRunner> {
  const made = new Map<RunnerChoice, Promise<ChosenRunner>>();
  const tried = once(() => tryNode(settings));
  return (choice) => {
    const known = made.get(choice) ?? choose(choice, settings, tried);
    made.set(choice, known);
    return known;
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The runner, or the sentences that say why there is none. */
type Tried = Runner | string;

async function choose(
  choice: RunnerChoice,
  { clock }: RunnerSettings,
  tried: () => Promise<Tried>,
): Promise<ChosenRunner> {
  if (choice === 'off') return { explanation: 'Running cells is switched off (notebooks: off).' };
  if (choice !== 'quickjs') {
    const node = await tried();
    if (typeof node !== 'string') {
      const explanation = `Cells run on Node ${node.runtime.version} in bubblewrap: a probe passed.`;
      return { runner: node, explanation };
    }
    if (choice === 'node') return { explanation: `Cells cannot be run: ${node}` };
    const quickjs = await openQuickjsRunner(clock);
    const explanation = `Cells run on ${named(quickjs)}, without packages and Node's modules: ${node}`;
    return { runner: quickjs, explanation };
  }
  const quickjs = await openQuickjsRunner(clock);
  const explanation = `Cells run on ${named(quickjs)}, as configured (notebooks: quickjs).`;
  return { runner: quickjs, explanation };
}

function named({ runtime }: Runner): string {
  return `QuickJS (quickjs-wasi ${runtime.version})`;
}

const INSTALL =
  'Install it with `apt-get install bubblewrap` (Debian, Ubuntu), `dnf install bubblewrap` (Fedora) ' +
  'or `pacman -S bubblewrap` (Arch).';

/**
 * The kernel's limit counts what a program reserves. From some version on, V8 reserves a range for
 * code that it does not use, and Node does not start without room for it.
 */
const RESERVES = [0, 544 * 2 ** 20];

async function tryNode(settings: RunnerSettings): Promise<Tried> {
  const impossible = missingPart(settings);
  if (impossible !== undefined) return impossible;
  let reason = '';
  for (const reservedBytes of RESERVES) {
    const runner = nodeRunner({ ...settings, reservedBytes });
    const { failure } = await probe(runner.run);
    if (failure === undefined) return runner;
    reason ||= probeWords(failure);
  }
  return reason;
}

function missingPart(settings: RunnerSettings): string | undefined {
  const platform = settings.platform ?? process.platform;
  const architecture = settings.architecture ?? process.arch;
  if (platform !== 'linux') {
    return `bubblewrap, the sandbox for Node, exists on Linux only (this is ${platform}).`;
  }
  if (seccompFilter(architecture) === undefined) {
    return `the sandbox for Node is written for x64 and arm64 (this is ${architecture}).`;
  }
  const folders = (settings.path ?? SEARCH_PATH).split(':');
  if (folders.some((folder) => existsSync(join(folder, 'bwrap')))) return undefined;
  return `bubblewrap, the sandbox for Node, is not installed. ${INSTALL}`;
}

/** What bubblewrap says when the system lets nobody but root create namespaces. */
const NO_NAMESPACES = /namespace|uid map|userns|Creating new|Operation not permitted/i;

function probeWords(line: string): string {
  const why = `a probe run in bubblewrap failed (${firstCharacters(line.trim(), 200, '')}).`;
  if (!NO_NAMESPACES.test(line)) return why;
  return (
    `${why} The system seems to forbid user namespaces: see the sysctls ` +
    'kernel.unprivileged_userns_clone, user.max_user_namespaces and ' +
    'kernel.apparmor_restrict_unprivileged_userns, or the seccomp profile of the container.'
  );
}
