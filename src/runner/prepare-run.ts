/** What every runtime does before a run: bound the limits, check the files, link the cells. */

import { NO_TEXT } from './captured-text.ts';
import { endedWords } from './ended.ts';
import { refusedFiles } from './link/cell-names.ts';
import { type LinkedCells, linkCells } from './link/link-cells.ts';
import { loadLinker } from './link/load-linker.ts';
import type { RunOutcome, RunReason, RunRequest, Runtime } from './port.ts';
import { boundedLimits, type RunLimits } from './run-limits.ts';

/** The linked cells, or the outcome of a run that never began. */
export async function prepareRun(
  request: RunRequest,
  runtime: Runtime,
): Promise<{ linked: LinkedCells; limits: RunLimits } | RunOutcome> {
  const limits = boundedLimits(request.limits, runtime.kind);
  const refused = refusedFiles(request);
  if (refused !== undefined) return unbegun('refused', refused, runtime, limits);
  const linked = linkCells(request.files, request.entry, await loadLinker());
  if (linked.kind === 'broken') return unbegun('error', linked.message, runtime, limits);
  if (request.signal?.aborted) {
    return unbegun('cancelled', endedWords('cancelled', limits), runtime, limits);
  }
  return { linked, limits };
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
