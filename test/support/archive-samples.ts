/** Sessions as values and archives as maps from path to text, for tests without a database. */

import type { ArchivedSession } from '../../src/compat/archive/format/archived-session.ts';
import { encodeSession } from '../../src/compat/archive/format/archived-session.ts';
import {
  type EntryKind,
  type ReadSession,
  readSession,
} from '../../src/compat/archive/format/read-session.ts';
import type { Chain } from '../../src/domain/thoughts/session.ts';
import type { Thought } from '../../src/domain/thoughts/thought.ts';
import { sha256 } from '../../src/sha256.ts';

export const SESSION_ID = '0195f1d2-0000-7000-8000-000000000001';

export const digest = sha256;

export const NOON = Date.UTC(2025, 11, 7, 12);

/** A thought of a sample; `origin` is the fork of its branch. Listed in the order of recording. */
export interface SampleThought extends Partial<Thought> {
  readonly number: number;
  readonly origin?: number;
}

export function sampleSession(
  given: readonly SampleThought[],
  more: Partial<ArchivedSession> = {},
): ArchivedSession {
  const thoughts = given.map(({ origin: _origin, ...request }, at): Thought => {
    const chain = request.chain ?? '';
    const own = (each: SampleThought) => (each.chain ?? '') === chain;
    return {
      seq: at + 1,
      text: `Thought ${request.number} of ${chain || 'main'}`,
      total: Math.max(9, request.number),
      more: true,
      atMs: NOON + at * 1000,
      previous: given.slice(0, at).filter(own).at(-1)?.number,
      following: given.slice(at + 1).find(own)?.number,
      revises: undefined,
      unsure: false,
      cells: [],
      steps: [],
      critique: undefined,
      ...request,
      chain,
    };
  });
  return {
    id: SESSION_ID,
    project: '_default',
    title: 'A session',
    description: undefined,
    tags: ['one', 'two'],
    createdMs: NOON,
    updatedMs: NOON + 60_000,
    chains: chainsOf(given, thoughts),
    thoughts,
    ...more,
  };
}

function chainsOf(given: readonly SampleThought[], thoughts: readonly Thought[]): Chain[] {
  const names = [...new Set(thoughts.map(({ chain }) => chain))];
  return names.map((name) => {
    const own = thoughts.filter(({ chain }) => chain === name);
    const numbers = own.map(({ number }) => number);
    return {
      name,
      count: own.length,
      first: numbers[0] ?? 0,
      last: numbers.at(-1) ?? 0,
      highest: Math.max(...numbers),
      total: own.at(-1)?.total ?? 0,
      origin: given.find(({ chain }) => (chain ?? '') === name)?.origin,
      isComplete: own.at(-1)?.more === false,
      firstSeq: own[0]?.seq ?? 0,
      lastSeq: own.at(-1)?.seq ?? 0,
    };
  });
}

/** Three thoughts, a branch of two, and a revision. */
export const BRANCHED = sampleSession([
  { number: 1 },
  { number: 2 },
  { number: 1, chain: 'alt', origin: 1 },
  { number: 3, revises: { chain: '', number: 1 } },
  { number: 2, chain: 'alt', revises: { chain: '', number: 2 } },
]);

export type FileMap = Map<string, string | EntryKind>;

/** The directory of a session. The value is the text of a file, or the kind of another entry. */
export function filesOf(session: ArchivedSession): FileMap {
  return new Map(encodeSession(session, digest).map(({ path, text }) => [path, text]));
}

const KINDS: readonly string[] = ['directory', 'link', 'other'];

export function readBack(files: FileMap, project = '_default'): ReadSession {
  const entries = new Map<string, EntryKind>();
  for (const [path, content] of files) {
    const folders = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth++) {
      entries.set(folders.slice(0, depth).join('/'), 'directory');
    }
    entries.set(path, KINDS.includes(content) ? (content as EntryKind) : 'file');
  }
  return readSession(
    { id: SESSION_ID, project, entries, text: (path) => ({ text: files.get(path) ?? '' }) },
    digest,
  );
}

/** Changes the JSON of one file, and removes the checksum, so that only the change is a fault. */
export function changed(
  session: ArchivedSession,
  path: string,
  change: (json: Record<string, never>) => unknown,
): FileMap {
  const files = withoutChecksum(filesOf(session));
  const json = JSON.parse(files.get(path) ?? '');
  files.set(path, JSON.stringify(change(json) ?? json));
  return files;
}

export function withoutChecksum(files: FileMap): FileMap {
  const { integrity: _sum, ...manifest } = JSON.parse(files.get('manifest.json') ?? '{}');
  return new Map([...files, ['manifest.json', JSON.stringify(manifest)]]);
}
