/**
 * A SQLite memory in its own directory, examined through copies, because opening a file changes its
 * companions.
 */

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentsOf, journalAt } from './journal.ts';
import { StdioClient } from './stdio-client.ts';
import { runWaymark } from './waymark-command.ts';

export const WORKSPACE = 'kept';

export class KeptMemory {
  readonly scratch = mkdtempSync(join(tmpdir(), 'waymark-'));
  readonly dataDir = join(this.scratch, 'memory');
  readonly file = join(this.dataDir, 'waymark.db');
  readonly flags = ['--data-dir', this.dataDir];
  private copies = 0;

  start(): Promise<StdioClient> {
    return StdioClient.start({ flags: this.flags, workspace: WORKSPACE });
  }

  run(...words: string[]) {
    return runWaymark([...words, ...this.flags], { cwd: this.scratch });
  }

  /** The notes that a process would find that opened this file. */
  async notesIn(file: string): Promise<string[]> {
    const dataDir = join(this.scratch, `copy-${++this.copies}`);
    mkdirSync(dataDir);
    for (const beside of ['', '-wal']) {
      if (existsSync(file + beside))
        copyFileSync(file + beside, join(dataDir, `waymark.db${beside}`));
    }
    return contentsOf(await journalAt({ dataDir }, WORKSPACE));
  }

  /** Files that a restore has set aside, without the logs beside them. */
  aside(): string[] {
    return readdirSync(this.dataDir)
      .filter((name) => name.includes('.before-restore-') && !name.endsWith('-wal'))
      .map((name) => join(this.dataDir, name));
  }

  /** The file and its log, byte for byte. */
  fingerprint(): Record<string, string> {
    return Object.fromEntries(
      [this.file, `${this.file}-wal`]
        .filter((path) => existsSync(path))
        .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
    );
  }

  remove(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/** Writes all at once without waiting; every one must be acknowledged. */
export async function writeNotes(client: StdioClient, name: string, count: number) {
  const contents = Array.from({ length: count }, (_, n) => `${name} ${n} ${'x'.repeat(n % 300)}`);
  const replies = await Promise.all(
    contents.map((content) => client.call('notes_commit', { branch: 'main', content })),
  );
  const refused = replies.filter((reply) => reply.isError);
  if (refused.length > 0) throw new Error(`refused: ${refused[0]?.text}`);
  return contents;
}

export async function killed(client: StdioClient): Promise<void> {
  client.kill('SIGKILL');
  await client.exited;
}
