/** Tests of the line of runs; the rules are in docs/spec/runner.md. */

import { expect, it } from 'vitest';
import { RunQueue } from './run-queue.ts';

/** Lets runs enter, and lists those that have begun. */
function line(queue: RunQueue) {
  const begun: string[] = [];
  const enter = async (key: string, name = key, signal?: AbortSignal) => {
    const turn = await queue.enter(key, signal);
    if (turn === 'begin') begun.push(name);
    return turn;
  };
  return { begun, enter };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('[RN9] so many run at once, and the rest in order', async () => {
  const queue = new RunQueue(2);
  const { begun, enter } = line(queue);
  const all = ['a', 'b', 'c', 'd'].map((key) => enter(key));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  queue.leave('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  queue.leave('a');
  expect(await Promise.all(all)).toEqual(['begin', 'begin', 'begin', 'begin']);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('[RN9] runs of one notebook begin in their order, and keep no other waiting', async () => {
  const queue = new RunQueue(2);
  const { begun, enter } = line(queue);
  const all = [enter('n', 'n1'), enter('n', 'n2'), enter('n', 'n3'), enter('m')];
  await settled();
  expect(begun).toEqual(['n1', 'm']);
  queue.leave('n');
  await settled();
  expect(begun).toEqual(['n1', 'm', 'n2']);
  queue.leave('n');
  await Promise.all(all);
  expect(begun).toEqual(['n1', 'm', 'n2', 'n3']);
});

it('[RN9] a run that waited too long is refused, and takes no place', async () => {
  const queue = new RunQueue(1, 20);
  const { begun, enter } = line(queue);
  await enter('a');
  expect(await enter('b')).toBe('late');
  queue.leave('a');
  expect(await enter('c')).toBe('begin');
  expect(begun).toEqual(['a', 'c']);
});

it('[RN8] a run is cancelled while it waits', async () => {
  const queue = new RunQueue(1);
  const { begun, enter } = line(queue);
  await enter('a');
  const abort = new AbortController();
  const waiting = enter('b', 'b', abort.signal);
  abort.abort();
  expect(await waiting).toBe('cancelled');
  expect(await enter('c', 'c', abort.signal)).toBe('cancelled');
  queue.leave('a');
  expect(begun).toEqual(['a']);
  expect(() => queue.leave('a')).toThrow('no run with the key a is under way');
});
