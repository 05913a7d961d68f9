/** A session as an archive stores it, and the files that are written for it. */

import { type Chain, MAIN } from '../../../domain/thoughts/session.ts';
import { thoughtNode } from '../../../domain/thoughts/session-view.ts';
import type { Thought } from '../../../domain/thoughts/thought.ts';
import type { Digest } from '../../../kernel/digest.ts';
import { utf8Length } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { jsonText, MANIFEST_FILE, thoughtFile, thoughtPath } from './archive-names.ts';
import { byChain } from './by-chain.ts';
import type { Granularity } from './partition.ts';

export interface ArchivedSession {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly chains: readonly Chain[];
  /** In the order of arrival. */
  readonly thoughts: readonly Thought[];
}

export interface ArchiveFile {
  /** Relative to the session's directory. */
  readonly path: string;
  readonly text: string;
}

/** The thoughts first and the manifest last, so that everything the manifest names exists. */
export function encodeSession(session: ArchivedSession, digest: Digest): readonly ArchiveFile[] {
  const chains = byChain(session.thoughts);
  const own = (chain: string) => chains.get(chain) ?? [];
  const main = own(MAIN);
  const branches = session.chains
    .map(({ name }) => name)
    .filter((name) => name !== MAIN)
    .sort()
    .map((name) => ({ name, thoughts: own(name) }));
  const files = [main, ...branches.map(({ thoughts }) => thoughts)].flat().map((thought) => ({
    path: thoughtPath(thought),
    text: jsonText(nodeOf(session, thought)),
  }));
  const sum = checksum(digest);
  for (const file of files) sum.add(file);
  const namesOf = (thoughts: readonly Thought[]) =>
    thoughts.map(({ number }) => thoughtFile(number));
  const { id, title, description, tags, createdMs, updatedMs } = session;
  const manifest = {
    id,
    version: '1.0.0',
    thoughtFiles: namesOf(main),
    branchFiles: Object.fromEntries(
      branches.map(({ name, thoughts }) => [name, namesOf(thoughts)]),
    ),
    metadata: {
      title,
      ...(description === undefined ? {} : { description }),
      tags,
      createdAt: timestamp(createdMs),
      updatedAt: timestamp(updatedMs),
    },
    integrity: { checksum: sum.end(), metadata: metadataSum(session, digest) },
  };
  return [...files, { path: MANIFEST_FILE, text: jsonText(manifest) }];
}

/** The format has no place for the cells that a thought cites, so they are beside it. */
function nodeOf({ id, chains }: ArchivedSession, thought: Thought) {
  const { cells } = thought;
  return { ...thoughtNode(id, thought, chains), ...(cells.length === 0 ? {} : { cells }) };
}

type Metadata = Pick<ArchivedSession, 'title' | 'description' | 'tags' | 'createdMs' | 'updatedMs'>;

/** Of what the checksum of the thoughts does not reach. */
export function metadataSum(of: Metadata, digest: Digest): string {
  const { title, description = null, tags, createdMs, updatedMs } = of;
  const sum = digest();
  sum.add(JSON.stringify([title, description, tags, createdMs, updatedMs]));
  return `sha256:${sum.hex()}`;
}

/** The checksum includes names and lengths, so that no text can move from one file to another. */
export function checksum(digest: Digest) {
  const sum = digest();
  return {
    add({ path, text }: ArchiveFile): void {
      sum.add(`${path}\n${utf8Length(text)}\n`);
      sum.add(text);
    },
    end: () => `sha256:${sum.hex()}`,
  };
}

/** Whether two sessions would be written to the same files. */
export function isSameSession(one: ArchivedSession, other: ArchivedSession, digest: Digest) {
  if (one.project !== other.project) return false;
  const [files, others] = [encodeSession(one, digest), encodeSession(other, digest)];
  return (
    files.length === others.length &&
    files.every(({ path, text }, at) => others[at]?.path === path && others[at]?.text === text)
  );
}

/**
 * `config.json`, which is the same for the same sessions. It states that Waymark logs no thoughts.
 */
export function archiveConfig(
  sessions: readonly { readonly id: string; readonly createdMs: number }[],
  granularity: Granularity,
  digest: Digest,
): string {
  const sum = digest();
  for (const id of sessions.map((session) => session.id).sort()) sum.add(`${id}\n`);
  const earliest = sessions.reduce((ms, { createdMs }) => Math.min(ms, createdMs), Infinity);
  return jsonText({
    installId: uuidFrom(sum.hex()),
    dataDir: '.',
    disableThoughtLogging: true,
    sessionPartitionGranularity: granularity,
    createdAt: timestamp(Number.isFinite(earliest) ? earliest : 0),
  });
}

/** UUID version 8, whose bits an application may define. */
function uuidFrom(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const last = `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${last}`;
}
