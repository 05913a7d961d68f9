/**
 * Decides about runs of cells: how one starts, ends, and is cancelled. A run is two short
 * transactions with a lease between them, so that nothing waits for it.
 */

import type { Digest } from '../../kernel/digest.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { EventDraft, EventPayloads } from '../journal/event.ts';
import type { Cell, CellOutline, InstalledPackages } from './notebook.ts';
import { notebookEntity } from './notebook.ts';

import { refuseFor } from './reasons.ts';
import { isLive, type RunEnd, type RunMark } from './run.ts';

export type RunRequest = EventPayloads['notebook_run_started'];

/**
 * Starts a run unless the cell has one that may still be running. An earlier run whose lease has
 * passed without an end is ended first: its server is gone.
 */
export function startRun(
  notebook: string,
  request: RunRequest,
  last: RunMark | undefined,
  nowMs: number,
): readonly EventDraft[] | Refusal {
  const running = refuseRunning(notebook, request.cell, last, nowMs);
  if (running) return running;
  const started: EventDraft = {
    type: 'notebook_run_started',
    entity: notebookEntity(notebook),
    payload: request,
  };
  return last && !last.ended ? [interrupted(notebook, last), started] : [started];
}

/** Refuses to run a cell that has a run which may still be under way. */
export function refuseRunning(
  notebook: string,
  cell: string,
  last: RunMark | undefined,
  nowMs: number,
): Refusal | undefined {
  if (!last || !isLive(last, nowMs)) return undefined;
  const seconds = Math.ceil((last.leaseMs - nowMs) / 1_000);
  return refuseFor(
    { kind: 'cell_running', notebook, cell },
    'CONFLICT',
    `cellId: the cell is running, for at most ${seconds} s more`,
    { field: 'cellId', run: last.id, seconds },
  );
}

/** Refuses to run a cell that is no program. */
export function refuseUnrunnable(
  notebook: string,
  { id, type }: Pick<CellOutline, 'id' | 'type'>,
): Refusal | undefined {
  if (type === 'code') return undefined;
  const kind = type === 'package.json' ? 'cell_lists_packages' : 'cell_is_prose';
  const what = type === 'package.json' ? 'lists packages' : 'is prose';
  const message = `cellId: a ${type} cell ${what}; only code cells are run`;
  return refuseFor({ kind, notebook, cell: id }, 'INVALID_INPUT', message, { field: 'cellId' });
}

/** What is known of a run that its server did not end: only that its lease has passed. */
function interrupted(notebook: string, { id, cell, startedMs, leaseMs }: RunMark): EventDraft {
  const ended = { run: id, cell, reason: 'interrupted', stdout: '', stderr: '' } as const;
  return {
    type: 'notebook_run_ended',
    entity: notebookEntity(notebook),
    payload: { ...ended, ms: leaseMs - startedMs },
  };
}

export type RunResult = Omit<RunEnd, 'endedMs'> & {
  readonly installed?: InstalledPackages | undefined;
};

/**
 * Nothing is entered for a run that counted as interrupted meanwhile. A run that was cancelled is
 * ended a second time by its own server, which knows what it printed until then.
 */
export function endRun(notebook: string, run: RunMark, result: RunResult): readonly EventDraft[] {
  if (run.ended && !(run.ended.reason === 'cancelled' && result.reason === 'cancelled')) return [];
  const known = Object.entries(result).filter(([, value]) => value !== undefined);
  const end = Object.fromEntries(known) as typeof result;
  return [
    {
      type: 'notebook_run_ended',
      entity: notebookEntity(notebook),
      payload: { run: run.id, cell: run.cell, ...end } as EventPayloads['notebook_run_ended'],
    },
  ];
}

/**
 * The end is entered at once, whichever server runs the cell; that server sees it and stops the
 * run.
 */
export function cancelRun(
  notebook: string,
  cell: string,
  last: RunMark | undefined,
  nowMs: number,
): readonly EventDraft[] | Refusal {
  if (!last || !isLive(last, nowMs)) {
    return refuseFor(
      { kind: 'cell_not_running', notebook, cell },
      'CONFLICT',
      'cellId: the cell is not running',
      { field: 'cellId' },
    );
  }
  const ms = nowMs - last.startedMs;
  return endRun(notebook, last, { reason: 'cancelled', stdout: '', stderr: '', ms });
}

/**
 * The hash of everything that a run gets: which cell runs, and the files of the notebook by their
 * names, in order.
 */
export function sourceOf(
  digest: Digest,
  entry: string,
  cells: readonly Cell[],
  packages?: string,
): string {
  const files = cells.flatMap(({ filename, language, content }) =>
    filename === undefined ? [] : [[filename, language ?? null, content]],
  );
  const sum = digest();
  sum.add(JSON.stringify([entry, packages ?? null, files]));
  return sum.hex();
}
