/** What tests of notebooks share: short calls, and runs entered as a server with a sandbox would. */

import { expect } from 'vitest';
import {
  cancelRun,
  endRun,
  type RunResult,
  startRun,
} from '../../src/domain/notebooks/run-decisions.ts';
import { isRefusal } from '../../src/kernel/refusal.ts';
import type { Shown } from './task-world.ts';
import type { ThoughtWorld } from './thought-world.ts';

export const RUNTIME = { kind: 'node', version: '22.0.0' } as const;
export const RUN_LIMITS = { timeMs: 30_000, memoryBytes: 512_000_000, outputBytes: 256_000 };

/** The tests of the surface run on one morning. */
export const MORNING_MS = Date.UTC(2026, 0, 5, 9);

export const OK: RunResult = { reason: 'ok', exit: 0, stdout: '0.8\n', stderr: '', ms: 40 };

export async function createNotebook(world: ThoughtWorld, args: object = {}): Promise<string> {
  return (await world.ask('notebook create', { name: 'Hit rate', ...args })).notebookId;
}

/** Adds a code cell unless `args` says otherwise; returns its id. */
export async function addCell(
  world: ThoughtWorld,
  notebookId: string,
  args: object,
): Promise<string> {
  const cell = { notebookId, type: 'code', content: '1', ...args };
  return (await world.ask('notebook add_cell', cell)).cellId;
}

/** What each cell begins with, in order. */
export async function order(world: ThoughtWorld, notebookId: string): Promise<string[]> {
  const { cells } = await world.ask('notebook list_cells', { notebookId });
  return cells.map(({ begins, filename }: Shown) => filename ?? begins);
}

let runs = 0;

/** Starts a run of a cell, and ends it if a result is given; returns the id of the run. */
export async function recordRun(
  world: ThoughtWorld,
  notebook: string,
  cell: string,
  result?: RunResult | 'cancelled',
  times: { readonly nowMs?: number; readonly leaseMs?: number } = {},
): Promise<string> {
  const { nowMs = MORNING_MS } = times;
  const { leaseMs = nowMs + 40_000 } = times;
  runs += 1;
  const run = `00000000-0000-4000-9000-${String(runs).padStart(12, '0')}`;
  const { workspace } = world;
  const written = await world.server.surface.store.write(
    { workspace, agent: 'runner', nowMs },
    async (tx) => {
      const [last] = await tx.notebooks.runs(cell, { offset: 0, limit: 1 });
      const request = { run, cell, source: 'f0'.repeat(32), runtime: RUNTIME };
      const drafts = startRun(notebook, { ...request, limits: RUN_LIMITS, leaseMs }, last, nowMs);
      if (isRefusal(drafts)) return drafts;
      await tx.append(drafts);
      if (!result) return run;
      const [begun] = await tx.notebooks.runs(cell, { offset: 0, limit: 1 });
      if (!begun) throw new Error('the run was not started');
      const ended =
        result === 'cancelled'
          ? cancelRun(notebook, cell, begun, nowMs + 5)
          : endRun(notebook, begun, result);
      if (isRefusal(ended)) return ended;
      await tx.append(ended);
      return run;
    },
  );
  expect(isRefusal(written), JSON.stringify(written)).toBe(false);
  return run;
}
