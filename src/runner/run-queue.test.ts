import { expect, it } from 'vitest';
import { NO_TEXT } from './captured-text.ts';
import type { Runner, RunOutcome } from './port.ts';
import { boundedLimits } from './run-limits.ts';
import { queued, RunQueue } from './run-queue.ts';

const REQUEST = { files: [], entry: 'a.js' };

/** A runner whose runs end when the test says so. */
function heldRunner() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const runner: Runner = {
    runtime: { kind: 'node', version: '0' },
    run({ entry }) {
      begun.push(entry);
      return new Promise<RunOutcome>((resolve) => {
        ends.set(entry, () =>
          resolve({
            ...{ status: 'completed', reason: 'ok', runtime: runner.runtime, ms: 1 },
            ...{ limits: boundedLimits({}, 'node'), stdout: NO_TEXT, stderr: NO_TEXT },
          }),
        );
      });
    },
  };
  return { begun, end: (entry: string) => ends.get(entry)?.(), runner };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('[RN9] so many run at once, and the rest in order', async () => {
  const { begun, end, runner } = heldRunner();
  const { run } = queued(runner, new RunQueue(2));
  const runs = ['a', 'b', 'c', 'd'].map((entry) => run({ ...REQUEST, entry }));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect((await Promise.all(runs)).map(({ reason }) => reason)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

it('[RN9] a run that waited too long is refused, and takes no place', async () => {
  const { begun, end, runner } = heldRunner();
  const { run } = queued(runner, new RunQueue(1, 20));
  const first = run({ ...REQUEST, entry: 'a' });
  const late = await run({ ...REQUEST, entry: 'b' });
  expect(late).toMatchObject({ status: 'failed', reason: 'refused' });
  expect(late.message).toMatch(/waited .* in line .*at most 1 at once/);
  end('a');
  await first;
  const next = run({ ...REQUEST, entry: 'c' });
  await settled();
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await next;
});

it('[RN8] a run is cancelled while it waits', async () => {
  const { begun, end, runner } = heldRunner();
  const { run } = queued(runner, new RunQueue(1));
  const first = run({ ...REQUEST, entry: 'a' });
  const abort = new AbortController();
  const waiting = run({ ...REQUEST, entry: 'b', signal: abort.signal });
  abort.abort();
  expect(await waiting).toMatchObject({ status: 'failed', reason: 'cancelled' });
  end('a');
  await first;
  expect(begun).toEqual(['a']);
  expect(await run({ ...REQUEST, signal: abort.signal })).toMatchObject({ reason: 'cancelled' });
});

it('a runner that throws gives its place back', async () => {
  const broken: Runner = {
    runtime: { kind: 'node', version: '0' },
    run: () => Promise.reject(new Error('a bug')),
  };
  const { run } = queued(broken, new RunQueue(1));
  await expect(run(REQUEST)).rejects.toThrow('a bug');
  await expect(run(REQUEST)).rejects.toThrow('a bug');
});
