/** The type of a benchmark, and what it gets to work with. */

import type { Child } from './children.ts';
import type { Row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

export interface Benchmark {
  /** One word, or two with a dash: `npm run bench -- WORD` selects by it. */
  readonly name: string;
  run(ground: Ground): Promise<readonly Row[]>;
}

export interface Ground {
  /** How often to repeat: often enough to trust the figure, or just to see that it works. */
  times(full: number, quick: number): number;
  /**
   * A new, empty directory on a real disk: a file system in memory would make commits look fast.
   */
  directory(): string;
  /** `waymark mcp`, started, before its handshake. */
  waymark(dataDir: string, ...flags: string[]): StdioClient;
  /** The least that the SDK can do: one tool that echoes. */
  bareServer(): StdioClient;
  /** The same with one durable commit of a row in each call. */
  keepingServer(dataDir: string): StdioClient;
  /** A command whose last line says what it cost: `{"cpuMs", "peakKb"}`. */
  measured(words: readonly string[]): Child;
  /** `waymark serve` on free ports. */
  waymarkHttp(dataDir: string): Promise<HttpGround>;
  /** A process with so many connections to the feed of an Observatory. */
  feedWatchers(observatoryUrl: string, count: number): Child;
}

export interface HttpGround {
  readonly url: string;
  readonly pid: number;
  readonly observatoryUrl: string;
  close(): Promise<void>;
}

/** Every benchmark writes to this workspace, so that none depends on where it was started. */
export const WORKSPACE = 'bench';

/** A typical note: a decision and its reasons. */
export const NOTE =
  'Keep the write-ahead log and full synchronisation: a note that was acknowledged must survive a ' +
  'power cut, and readers must never wait for a writer. Considered and left: a rollback journal ' +
  '(readers would wait), normal synchronisation (the last notes may be lost), one file per branch ' +
  '(no transaction across them). Look at it again when several machines share one memory.';
