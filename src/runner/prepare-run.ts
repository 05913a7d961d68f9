/** What every runtime does before a run: bound the limits, check the files, link the cells. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NO_TEXT } from './captured-text.ts';
import { endedWords } from './ended.ts';
import { refusedFiles } from './link/cell-names.ts';
import { type LinkedCells, linkCells } from './link/link-cells.ts';
import { type Interrupted, READER_MB, readingCells } from './link/read-cells.ts';
import type { Clock, RunOutcome, RunReason, RunRequest, Runtime } from './port.ts';
import { boundedLimits, type RunLimits } from './run-limits.ts';

/** Packages that are named; more are installed by the same call again. */
const MAX_ABSENT = 20;

export interface PreparedRun {
  readonly linked: LinkedCells;
  readonly limits: RunLimits;
  /** When the run began, by the clock. Linking is part of it. */
  readonly began: number;
  /** What linking has left of the run's time, in milliseconds. */
  readonly leftMs: number;
}

/** The linked cells, or the outcome of a run that never began. */
export async function prepareRun(
  request: RunRequest,
  runtime: Runtime,
  clock: Clock,
): Promise<PreparedRun | RunOutcome> {
  const { files, entry, signal } = request;
  const limits = boundedLimits(request.limits, runtime.kind);
  const refused = refusedFiles(request);
  if (refused !== undefined) return unbegun('refused', refused, runtime, limits);
  const began = clock();
  const linked = await readingCells({ ms: limits.ms, signal }, (read) =>
    linkCells(files, entry, read),
  );
  const spent = clock() - began;
  if (typeof linked === 'string') {
    const ms = linked === 'cancelled' ? 0 : spent;
    return { ...unbegun(linked, interruptedWords(linked, limits), runtime, limits), ms };
  }
  if (linked.kind === 'broken') return unbegun('error', linked.message, runtime, limits);
  const absent = runtime.kind === 'node' ? absentPackages(linked, request.packages) : [];
  if (absent.length > 0) {
    const words = absent.map(({ at, name }) => `${at}: The package ${name} is not installed.`);
    const outcome = unbegun('error', words.join('\n'), runtime, limits);
    return { ...outcome, absent: absent.map(({ name }) => name) };
  }
  return { linked, limits, began, leftMs: Math.max(limits.ms - spent, 1) };
}

/** Told here, before the run: Node would only name a module that it cannot find. */
function absentPackages({ packages }: LinkedCells, folder: string | undefined) {
  const byName = new Map(packages.toReversed().map((each) => [each.name, each]));
  return [...byName.values()]
    .reverse()
    .filter(({ name }) => folder === undefined || !existsSync(join(folder, name)))
    .slice(0, MAX_ABSENT);
}

function interruptedWords(why: Interrupted, limits: RunLimits): string {
  if (why !== 'memory') return endedWords(why, limits);
  return `The cells could not be compiled in ${READER_MB} MB of memory.`;
}

export function unbegun(
  reason: RunReason,
  message: string,
  runtime: Runtime,
  limits: RunLimits,
): RunOutcome {
  const stdout = NO_TEXT;
  return { status: 'failed', reason, message, runtime, limits, stdout, stderr: NO_TEXT, ms: 0 };
}
