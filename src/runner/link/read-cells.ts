/**
 * Reads cells in another process, for at most so long: no text of a cell stops the server, however
 * long its compiler takes for it.
 */

import { workerFile } from '../beside-program.ts';
import { OwnProcess } from '../own-process.ts';
import { SpareProcess } from '../spare-process.ts';
import type { CellReading, ReaderQuestion, ReadSource } from './read-source.ts';
import { READER_FILE } from './reader-name.mjs';
import { ReadingCache } from './reading-cache.ts';

/** The most memory that reading one notebook may take, in megabytes. */
export const READER_MB = 256;

export type Reader = OwnProcess<CellReading>;

export function startReader(): Reader {
  return new OwnProcess(workerFile(READER_FILE, import.meta.url), READER_MB);
}

export interface Readers {
  readonly spare: SpareProcess<CellReading>;
  readonly cache: ReadingCache;
}

/** One per server, since every run of every workspace may share them. */
const READERS: Readers = { spare: new SpareProcess(startReader), cache: new ReadingCache() };

export type Interrupted = 'time' | 'memory' | 'cancelled';

export interface ReadingBounds {
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

/** The result of `work`, which reads cells by its argument, or why it was interrupted. */
export async function readingCells<Result extends object>(
  { ms, signal }: ReadingBounds,
  work: (read: ReadSource) => Promise<Result>,
  { spare, cache }: Readers = READERS,
): Promise<Result | Interrupted> {
  if (signal?.aborted) return 'cancelled';
  let reader: Reader | undefined;
  let isReaderFree = true;
  let isOver = false;
  let interrupt: (why: Interrupted) => void = () => {};
  const interrupted = new Promise<Interrupted>((resolve) => {
    interrupt = resolve;
  });
  const timer = setTimeout(() => interrupt('time'), ms);
  const cancel = () => interrupt('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  const readAnew: ReadSource = async (cell) => {
    if (isOver) return never();
    reader ??= spare.take();
    isReaderFree = false;
    const reading = await answerOf(reader, { ...cell, ms });
    if (reading === 'memory') {
      interrupt('memory');
      return never();
    }
    isReaderFree = true;
    return reading;
  };
  try {
    return await Promise.race([interrupted, work((cell) => cache.read(cell, readAnew))]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    if (reader && isReaderFree) spare.keep(reader);
    else await reader?.kill();
  }
}

/** Nobody waits for the work any more. */
const never = () => new Promise<never>(() => {});

function answerOf(reader: Reader, question: ReaderQuestion): Promise<CellReading | 'memory'> {
  return new Promise((resolve, reject) => {
    reader.listen({
      message: resolve,
      end({ reason, words }) {
        if (reason === 'memory') resolve('memory');
        else reject(new Error(`the process that reads cells has ended: ${words}`));
      },
    });
    reader.send(question);
  });
}
