import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { OwnProcess } from '../own-process.ts';
import { SpareProcess } from '../spare-process.ts';
import { linkCells } from './link-cells.ts';
import { type Reader, type Readers, readingCells, startReader } from './read-cells.ts';
import type { CellReading } from './read-source.ts';
import { ReadingCache } from './reading-cache.ts';

/** 97 kB that a compiler of TypeScript takes many times its limit for. */
const NESTED = Array.from(
  { length: 48 },
  (_, line) => `let q${line} = ${'a<'.repeat(1_000)}b;`,
).join('\n');

/** Readers of their own that count the processes they start. */
function readers(): Readers & { readonly started: Reader[] } {
  const started: Reader[] = [];
  const spare = new SpareProcess(() => {
    const reader = startReader();
    started.push(reader);
    return reader;
  });
  return { spare, cache: new ReadingCache(), started };
}

function isRunning({ pid }: Reader): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ts = (source: string) => ({ language: 'ts' as const, source });

it('[RN70] reading ends at its time, in a process that is ended with it', async () => {
  const own = readers();
  expect(await readingCells({ ms: 300 }, (read) => read(ts(NESTED)), own)).toBe('time');
  expect(own.started.map(isRunning)).toEqual([false]);
  const after = await readingCells({ ms: 60_000 }, (read) => read(ts('let a: 1 = 1')), own);
  expect(after).toMatchObject({ code: 'let a = 1' });
  expect(own.started).toHaveLength(2);
});

it('[RN70] the event loop turns while a cell is read', async () => {
  const abort = new AbortController();
  const reading = readingCells({ ms: 60_000, signal: abort.signal }, (read) => read(ts(NESTED)));
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  abort.abort();
  // Were it read in this process, it would be complete before the first turn.
  expect(await reading).toBe('cancelled');
});

it('[RN70] a call that is cancelled before reads nothing', async () => {
  const own = readers();
  const signal = AbortSignal.abort();
  expect(await readingCells({ ms: 9, signal }, (read) => read(ts('1')), own)).toBe('cancelled');
  expect(own.started).toEqual([]);
});

function program(source: string, memoryMb = 64): Readers {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-reader-'));
  const file = join(folder, 'reader.mjs');
  writeFileSync(file, source);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spare = new SpareProcess(() => new OwnProcess<CellReading>(file, memoryMb));
  return { spare, cache: new ReadingCache() };
}

it('[RN70] an error of the reader is thrown', async () => {
  const own = program('throw new Error("broken")');
  const reading = readingCells({ ms: 60_000 }, (read) => read(ts('1')), own);
  await expect(reading).rejects.toThrow('broken');
});

it('[RN70] a reader without memory ends the run, and not the server', async () => {
  const own = program('const kept = []; for (;;) kept.push(new Array(1e5).fill({}));');
  expect(await readingCells({ ms: 60_000 }, (read) => read(ts('1')), own)).toBe('memory');
});

it('[RN70] a reader whose server was killed gives up at the time of the run', async () => {
  const reader = startReader();
  const end = new Promise<string>((resolve) => {
    reader.listen({ message: () => resolve('read'), end: ({ words }) => resolve(words) });
  });
  reader.send({ ...ts(NESTED), ms: 300 });
  expect(await end).toContain('timed out after 300ms');
});

it('[RN72] an idle process serves the next run, and runs at once have one each', async () => {
  const own = readers();
  const read = (source: string) => readingCells({ ms: 60_000 }, (each) => each(ts(source)), own);
  await read('let a: 1');
  await read('let b: 2');
  expect(own.started).toHaveLength(1);
  await Promise.all([read('let c: 3'), read('let d: 4')]);
  expect(own.started).toHaveLength(2);
});

it('[RN72] a text is read once, whichever notebook it is in, while it is kept', async () => {
  const own = { ...readers(), cache: new ReadingCache(20) };
  const asked: string[] = [];
  const counting = (source: string) =>
    own.cache.read(ts(source), async (cell) => {
      asked.push(cell.source);
      return { code: cell.source, imports: [], mayImportAny: false };
    });
  for (const source of [
    'aaaaaaaaaa',
    'bbbbbbbbbb',
    'aaaaaaaaaa',
    'c',
    'aaaaaaaaaa',
    'bbbbbbbbbb',
  ]) {
    await counting(source);
  }
  expect(asked).toEqual(['aaaaaaaaaa', 'bbbbbbbbbb', 'c', 'bbbbbbbbbb']);
});

it('[RN71] a text that takes long does no harm to a cell that does not import it', async () => {
  const files = [
    { name: 'a.ts', ...ts('let a: number = 1;') },
    { name: 'slow.ts', ...ts(NESTED) },
  ];
  const result = await readingCells({ ms: 60_000 }, (read) => linkCells(files, 'a.ts', read));
  expect(result).toMatchObject({ kind: 'linked' });
});
