/** Decisions about runs; docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { RUN_LIMITS, RUNTIME } from '../../../test/support/notebook-world.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { sha256 } from '../../sha256.ts';
import { runFields } from './cell-view.ts';
import type { Cell } from './notebook.ts';
import { isLive, type RunMark, reasonOf, statusOf } from './run.ts';
import { cancelRun, endRun, sourceOf, startRun } from './run-decisions.ts';

const LIVE: RunMark = { seq: 7, id: 'r1', cell: 'c', startedMs: 1_000, leaseMs: 41_000 };
const ENDED: RunMark = { ...LIVE, ended: { seq: 8, ms: 1_200, reason: 'ok' } };
const REQUEST = {
  ...{ run: 'r2', cell: 'c', source: 's', runtime: RUNTIME },
  ...{ limits: RUN_LIMITS, leaseMs: 99_000 },
};
const start = (last: RunMark | undefined, nowMs: number) => startRun('n', REQUEST, last, nowMs);

describe('a run', () => {
  it('[NB20] starts if the cell never ran, or its last run has ended', () => {
    for (const last of [undefined, ENDED]) {
      expect(start(last, 2_000)).toEqual([
        { type: 'notebook_run_started', entity: 'notebook:n', payload: REQUEST },
      ]);
    }
  });

  it('[NB20] is refused while another run of the cell lives, with the seconds left', () => {
    const refusal = start(LIVE, 2_500);
    expect(refusal).toMatchObject({
      code: 'CONFLICT',
      message: 'cellId: the cell is running, for at most 39 s more',
      details: { run: 'r1', seconds: 39 },
    });
    expect(isRefusal(start(LIVE, 40_999))).toBe(true);
  });

  it('[NB21] ends an earlier run first whose lease has passed without an end', () => {
    expect(start(LIVE, 41_000)).toEqual([
      {
        type: 'notebook_run_ended',
        entity: 'notebook:n',
        payload: {
          ...{ run: 'r1', cell: 'c', reason: 'interrupted', stdout: '', stderr: '' },
          ms: 40_000,
        },
      },
      { type: 'notebook_run_started', entity: 'notebook:n', payload: REQUEST },
    ]);
  });

  it('[NB22] ends once: a result that comes after the end is not entered', () => {
    const result = { reason: 'exit', exit: 1, stdout: '', stderr: 'no', ms: 9 } as const;
    expect(endRun('n', LIVE, { ...result, signal: undefined })).toEqual([
      {
        type: 'notebook_run_ended',
        entity: 'notebook:n',
        payload: { run: 'r1', cell: 'c', ...result },
      },
    ]);
    expect(endRun('n', ENDED, result)).toEqual([]);
  });

  it('[NB22] is cancelled by its end, and only while it lives', () => {
    expect(cancelRun('n', 'c', LIVE, 3_000)).toEqual([
      {
        type: 'notebook_run_ended',
        entity: 'notebook:n',
        payload: { run: 'r1', cell: 'c', reason: 'cancelled', stdout: '', stderr: '', ms: 2_000 },
      },
    ]);
    for (const [last, nowMs] of [
      [undefined, 3_000],
      [ENDED, 3_000],
      [LIVE, 41_000],
    ] as const) {
      expect(cancelRun('n', 'c', last, nowMs)).toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('[NB23] knows by a hash everything that it got', () => {
    const a: Cell = {
      id: '1',
      type: 'code',
      content: 'x',
      filename: 'a.js',
      language: 'javascript',
    };
    const b: Cell = { ...a, id: '2', filename: 'b.js' };
    const prose: Cell = { id: '3', type: 'markdown', content: 'why' };
    const hash = (entry: string, cells: readonly Cell[], packages?: string) =>
      sourceOf(sha256, entry, cells, packages);
    const first = hash('a.js', [a, b]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(hash('a.js', [a, prose, { ...b, id: '9' }])).toBe(first);
    const others = [
      hash('b.js', [a, b]),
      hash('a.js', [b, a]),
      hash('a.js', [a, b], 'k'),
      hash('a.js', [a, { ...b, content: 'y' }]),
      hash('a.js', [a, { ...b, filename: 'c.js' }]),
      hash('a.js', [a, { ...b, language: 'typescript' }]),
      hash('a.js', [a]),
    ];
    expect(new Set([first, ...others]).size).toBe(others.length + 1);
  });
});

describe('the status of a cell', () => {
  it('[NB24] follows from its last run, and from the time if that has no end', () => {
    const of = (reason: 'ok' | 'exit') => ({ ...LIVE, ended: { seq: 8, ms: 1, reason } });
    expect(statusOf(undefined, 0)).toBe('idle');
    expect(statusOf(LIVE, 40_999)).toBe('running');
    expect(statusOf(LIVE, 41_000)).toBe('failed');
    expect(statusOf(of('ok'), 99_000)).toBe('completed');
    expect(statusOf(of('exit'), 0)).toBe('failed');
    expect(isLive(of('ok'), 0)).toBe(false);
    expect([reasonOf(LIVE, 0), reasonOf(LIVE, 41_000), reasonOf(of('exit'), 0)]).toEqual([
      undefined,
      'interrupted',
      'exit',
    ]);
  });

  it('[NB24] comes with what was printed, and why it failed', () => {
    const end = { endedMs: 2, ms: 1, stdout: 'out', stderr: 'err' };
    const shown = (reason: 'ok' | 'exit' | 'time' | 'memory', more: object = {}) => {
      const run = { ...LIVE, ended: { seq: 8, ms: 2, reason } };
      const {
        status: _status,
        executedAt: _at,
        ...rest
      } = runFields({ changedSeq: 1, type: 'code' }, run, { ...end, reason, ...more }, 3);
      return rest;
    };
    expect(shown('ok')).toEqual({ output: 'out', stderr: 'err' });
    expect(shown('ok', { stdout: '', stderr: '' })).toEqual({});
    expect(shown('exit')).toEqual({ output: 'out', error: 'err' });
    expect(shown('exit', { stderr: '', exit: 3 }).error).toBe('The cell ended with exit code 3.');
    expect(shown('time').error).toBe('The run took too long and was stopped.\nerr');
    expect(shown('memory', { message: 'More than 512 MB.' }).error).toBe('More than 512 MB.\nerr');
  });

  it('[NB24] says if the run counts as interrupted, and if the cell has changed since', () => {
    const at = (nowMs: number, changedSeq: number) =>
      runFields({ changedSeq, type: 'code' }, LIVE, undefined, nowMs);
    expect(at(2_000, 3)).toEqual({ status: 'running', executedAt: '1970-01-01T00:00:01.000Z' });
    expect(at(41_000, 9)).toEqual({
      status: 'failed',
      error: 'The server that ran the cell ended before the run did.',
      executedAt: '1970-01-01T00:00:01.000Z',
      outdated: true,
    });
  });
});
