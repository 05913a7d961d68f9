/** Reads the directory of an archived session, and checks everything before any of it is used. */

import { type Chain, canonicalTags, MAIN } from '../../../domain/thoughts/session.ts';
import { nodeIdOf, type Thought } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import type { Digest } from '../../../kernel/digest.ts';
import { isHidden, MANIFEST_FILE, OLD_BRANCHES, quoted, thoughtPath } from './archive-names.ts';
import { type ArchivedSession, checksum, metadataSum } from './archived-session.ts';
import { inOrderOfArrival } from './arrival.ts';
import { byChain } from './by-chain.ts';
import { type Findings, findings } from './field-checks.ts';
import { type Integrity, integrityOf, type Seen } from './integrity.ts';
import { type Manifest, readManifest } from './read-manifest.ts';
import { type FiledThought, readThought } from './read-thought.ts';

/** Links of the file system are never followed, so a link cannot be read. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** A session's directory as it was found. Paths are relative to it, with slashes. */
export interface SessionFiles {
  readonly id: string;
  readonly project: string;
  readonly entries: ReadonlyMap<string, EntryKind>;
  /** Returns the text of a file among the entries. */
  text(path: string): { readonly text: string } | { readonly problem: string };
}

export interface ReadSession {
  readonly integrity: Integrity;
  /** Present only if there are no errors. */
  readonly session?: ArchivedSession;
}

export function readSession(files: SessionFiles, digest: Digest): ReadSession {
  const found = findings();
  const manifestText = contentOf(files, MANIFEST_FILE, found);
  const manifestExists = files.entries.get(MANIFEST_FILE) === 'file';
  const end = (seen: Seen) => ({ integrity: integrityOf(found, { manifestExists, ...seen }) });
  if (manifestText === undefined) return end({});
  const manifest = readManifest(manifestText, files.id, found);
  if (!manifest) return end({});
  const places = placesOf(manifest, files);
  const absent = places.filter(({ path }) => files.entries.get(path) !== 'file');
  const missing = absent.map((place) => ({
    chain: place.chain,
    file: thoughtPath({ ...place, chain: MAIN }),
  }));
  const seen = { manifestValid: true, missing };
  for (const place of absent) {
    found.add(`${thoughtPath(place)} ${absence(files.entries.get(place.path))}`);
  }
  checkOthers(files, places, found);
  if (found.count() > 0) return end(seen);
  const thoughts = readThoughts(files, manifest, places, digest, found);
  if (found.count() > 0) return end(seen);
  const session = assemble(files, manifest, thoughts, found);
  return session && found.count() === 0 ? { ...end(seen), session } : end(seen);
}

interface FilePlace extends ThoughtPlace {
  /** The actual path of the file. */
  readonly path: string;
}

/** In the order of the manifest: the main chain, then branches by name. */
function placesOf({ main, branches }: Manifest, { entries }: SessionFiles): readonly FilePlace[] {
  const isOld = !branches.has(OLD_BRANCHES) && entries.get(OLD_BRANCHES) === 'directory';
  const at = (chain: string, number: number): FilePlace => {
    const path = thoughtPath({ chain, number });
    const old = isOld && chain !== MAIN && !entries.has(chain);
    return { chain, number, path: old ? `${OLD_BRANCHES}/${path}` : path };
  };
  return [
    ...main.map((number) => at(MAIN, number)),
    ...[...branches]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, numbers]) => numbers.map((number) => at(name, number))),
  ];
}

/** Files that the manifest does not name may be thoughts that are missing from it. */
function checkOthers(files: SessionFiles, places: readonly FilePlace[], found: Findings): void {
  const named = new Set([MANIFEST_FILE, ...places.map(({ path }) => path)]);
  const folders = new Set(
    places.flatMap(({ path }) => {
      const parts = path.split('/').slice(0, -1);
      return parts.map((_part, depth) => parts.slice(0, depth + 1).join('/'));
    }),
  );
  for (const [path, kind] of files.entries) {
    const parts = path.split('/');
    const parent = parts.slice(0, -1).join('/');
    const isKnown = named.has(path) || (kind === 'directory' && folders.has(path));
    if (isKnown || parts.some(isHidden) || (parent !== '' && !folders.has(parent))) continue;
    found.add(`${quoted(path)} is not named by the manifest`);
  }
}

const NO_FILE: Readonly<Record<Exclude<EntryKind, 'file'>, string>> = {
  directory: 'is a directory, not a file',
  link: 'is a link, not a file',
  other: 'is a pipe, a socket or a device, not a file',
};

function absence(kind: EntryKind | undefined): string {
  return kind === undefined || kind === 'file' ? 'is missing' : NO_FILE[kind];
}

function contentOf(files: SessionFiles, path: string, found: Findings): string | undefined {
  const kind = files.entries.get(path);
  if (kind !== 'file') {
    found.add(`${path} ${absence(kind)}`);
    return undefined;
  }
  const content = files.text(path);
  if ('text' in content) return content.text;
  found.add(`${path} ${content.problem}`);
  return undefined;
}

function readThoughts(
  files: SessionFiles,
  manifest: Manifest,
  places: readonly FilePlace[],
  digest: Digest,
  found: Findings,
): readonly FiledThought[] {
  const thoughts: FiledThought[] = [];
  const sum = checksum(digest);
  let isRead = true;
  for (const place of places) {
    const { chain, number, path } = place;
    const text = contentOf(files, path, found);
    isRead &&= text !== undefined;
    if (text === undefined) continue;
    sum.add({ path: thoughtPath(place), text });
    const thought = readThought(text, files.id, { chain, number }, found);
    if (thought) thoughts.push(thought);
  }
  const { checksum: wanted, metadataSum: wantedAbout } = manifest;
  if (isRead && wanted !== undefined && sum.end() !== wanted) {
    found.add('The checksum does not match the thoughts');
  }
  if (wantedAbout !== undefined && metadataSum(manifest, digest) !== wantedAbout) {
    found.add('The checksum of the metadata does not match it');
  }
  return thoughts;
}

type LinkedThought = FiledThought & { readonly revises: ThoughtPlace | undefined };

function assemble(
  files: SessionFiles,
  manifest: Manifest,
  filed: readonly FiledThought[],
  found: Findings,
): ArchivedSession | undefined {
  const chains = byChain(filed);
  const origins = originsOf(files.id, chains, found);
  const linked = linkedThoughts(files.id, filed, found);
  if (found.count() > 0) return undefined;
  const order = inOrderOfArrival(byChain(linked), origins);
  const { title, description, createdMs, updatedMs } = manifest;
  const thoughts = withNeighbours(order);
  return {
    id: files.id,
    project: files.project,
    title,
    description,
    tags: canonicalTags(manifest.tags),
    createdMs,
    updatedMs,
    chains: chainsOf(thoughts, origins),
    thoughts,
  };
}

/** The first thought of a branch names its origin, and the others may repeat it. */
function originsOf(
  session: string,
  chains: ReadonlyMap<string, readonly FiledThought[]>,
  found: Findings,
): ReadonlyMap<string, number> {
  const main = new Set(chains.get(MAIN)?.map(({ number }) => number));
  const origins = new Map<string, number>();
  for (const [name, thoughts] of chains) {
    if (name === MAIN) continue;
    const origin = thoughts[0]?.from;
    if (origin === undefined || !main.has(origin)) {
      const where = origin === undefined ? 'nowhere' : `thought ${origin}, which does not exist`;
      found.add(`The branch ${name} begins at ${where}`);
      continue;
    }
    origins.set(name, origin);
    for (const thought of thoughts) {
      if (thought.from !== undefined && thought.from !== origin) {
        found.add(`${thoughtPath(thought)} begins at ${thought.from}, its branch at ${origin}`);
      }
    }
  }
  for (const thought of [...chains.values()].flat()) {
    const { chain, links } = thought;
    const origin = origins.get(chain);
    const id =
      origin === undefined ? undefined : nodeIdOf(session, { chain: MAIN, number: origin });
    if (links?.origin !== undefined && links.origin !== id) {
      found.add(`${thoughtPath(thought)}: branchOrigin is ${quoted(links.origin)}`);
    }
  }
  return origins;
}

/**
 * Resolves what each thought revises: an earlier thought of its chain, else one of the main chain.
 */
function linkedThoughts(
  session: string,
  filed: readonly FiledThought[],
  found: Findings,
): readonly LinkedThought[] {
  const ids = new Set(filed.map((thought) => nodeIdOf(session, thought)));
  // Only earlier thoughts of its chain are known here, and all of the main chain, which is first.
  const known = new Set<string>();
  return filed.map((thought) => {
    const where = thoughtPath(thought);
    for (const id of thought.links?.around ?? []) {
      if (!ids.has(id)) found.add(`${where}: a link refers to ${quoted(id)}, which does not exist`);
    }
    const revises = revisedPlace(session, thought, known, found);
    known.add(nodeIdOf(session, thought));
    return { ...thought, revises };
  });
}

function revisedPlace(
  session: string,
  thought: FiledThought,
  known: ReadonlySet<string>,
  found: Findings,
): ThoughtPlace | undefined {
  const { chain, revised: number, links } = thought;
  const where = thoughtPath(thought);
  if (number === undefined) {
    if (links?.revises !== undefined) found.add(`${where}: revisesNode, but no revisesThought`);
    return undefined;
  }
  const possible = [chain, MAIN]
    .map((each) => ({ chain: each, number }))
    .filter((place) => known.has(nodeIdOf(session, place)));
  const wanted = links?.revises;
  const place =
    wanted === undefined
      ? possible[0]
      : possible.find((each) => nodeIdOf(session, each) === wanted);
  if (!place) found.add(`${where} revises thought ${number}, which does not exist before it`);
  return place;
}

/** Numbers the thoughts as if they had been recorded one by one: their seqs follow this order. */
function withNeighbours(order: readonly LinkedThought[]): readonly Thought[] {
  const last = new Map<string, number>();
  const following = new Map<number, number>();
  const previous = order.map(({ chain, number }, at) => {
    const before = last.get(chain);
    last.set(chain, at);
    if (before !== undefined) following.set(before, number);
    return before === undefined ? undefined : order[before]?.number;
  });
  return order.map((thought, at) => ({
    seq: at + 1,
    chain: thought.chain,
    number: thought.number,
    text: thought.text,
    total: thought.total,
    more: thought.more,
    atMs: thought.atMs,
    previous: previous[at],
    following: following.get(at),
    revises: thought.revises,
    unsure: thought.unsure,
    cells: thought.cells,
    steps: [],
    critique: thought.critique,
  }));
}

function chainsOf(
  thoughts: readonly Thought[],
  origins: ReadonlyMap<string, number>,
): readonly Chain[] {
  const chains = [...byChain(thoughts)].flatMap(([name, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    return {
      name,
      count: own.length,
      first: first.number,
      last: last.number,
      highest: own.reduce((most, { number }) => Math.max(most, number), 0),
      total: last.total,
      origin: origins.get(name),
      isComplete: !last.more,
      firstSeq: first.seq,
      lastSeq: last.seq,
    };
  });
  // A branch cannot begin before the main chain, so the main chain is first already.
  return chains;
}
