/** Reads a manifest and the configuration of an archive. */

import { MAX_TITLE } from '../../../domain/thoughts/session.ts';
import { UUID } from '../../../kernel/ids.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isBranchName, MANIFEST_FILE, numberOfFile, quoted } from './archive-names.ts';
import {
  anyObject,
  anyText,
  type Check,
  type Findings,
  flag,
  isObject,
  lineUpTo,
  listOf,
  matching,
  moment,
  optional,
  parseJson,
  readFields,
  storableUpTo,
} from './field-checks.ts';
import { GRANULARITIES, type Granularity } from './partition.ts';

export interface Manifest {
  /** Numbers, in the order of the manifest. */
  readonly main: readonly number[];
  readonly branches: ReadonlyMap<string, readonly number[]>;
  readonly title: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly checksum: string | undefined;
  readonly metadataSum: string | undefined;
}

/** More and longer tags than a session can get by calls, some of which add a prefix. */
const MAX_TAGS = 200;
const MAX_TAG = 200;

const sessionUuid = matching(UUID, 'a UUID in lower case');

const MANIFEST = {
  id: sessionUuid,
  version: matching(/^1\.\d{1,3}(\.\d{1,3})?$/, 'a version 1'),
  thoughtFiles: listOf(anyText),
  branchFiles: anyObject,
  metadata: anyObject,
  integrity: optional(anyObject),
};

const tag: Check<string> = (given) => {
  const read = lineUpTo(MAX_TAG)(given);
  return 'value' in read && read.value.includes('|') ? { expected: 'without a bar' } : read;
};

const METADATA = {
  title: lineUpTo(MAX_TITLE),
  description: optional(storableUpTo(LIMITS.text)),
  tags: listOf(tag),
  createdAt: moment,
  updatedAt: moment,
};

const CHECKSUM = /^sha256:[0-9a-f]{64}$/;

const INTEGRITY = {
  checksum: optional(matching(CHECKSUM, 'sha256: and 64 digits')),
  metadata: optional(matching(CHECKSUM, 'sha256: and 64 digits')),
};

/** `id` is the name of the directory. Undefined if anything in the manifest is wrong. */
export function readManifest(text: string, id: string, found: Findings): Manifest | undefined {
  const before = found.count();
  const json = parseJson(text, MANIFEST_FILE, found);
  if (found.count() > before) return undefined;
  const fields = readFields(inFirstShape(json), MANIFEST, MANIFEST_FILE, found);
  if (!fields) return undefined;
  if (fields.id !== id) found.add(`${MANIFEST_FILE}: id is that of another session, ${fields.id}`);
  const metadata = readFields(fields.metadata, METADATA, `${MANIFEST_FILE} metadata`, found);
  const integrity = readFields(fields.integrity ?? {}, INTEGRITY, MANIFEST_FILE, found);
  const main = numbersOf(fields.thoughtFiles, 'thoughtFiles', found);
  const branches = branchesOf(fields.branchFiles, found);
  if (metadata && metadata.tags.length > MAX_TAGS) {
    found.add(`${MANIFEST_FILE}: at most ${MAX_TAGS} tags`);
  }
  if (found.count() > before || !metadata || !integrity) return undefined;
  const { title, description, tags, createdAt: createdMs, updatedAt: updatedMs } = metadata;
  const { checksum, metadata: metadataSum } = integrity;
  const about = { title, description, tags, createdMs, updatedMs };
  return { main, branches, ...about, checksum, metadataSum };
}

/**
 * The contract has two shapes of a manifest. In the second one the session's metadata is `session`,
 * and `branches` are the files of branches. It does not say how its checksum is computed, so only
 * one in our form can be checked.
 */
function inFirstShape(json: unknown): unknown {
  if (!isObject(json) || !isObject(json.session) || 'metadata' in json) return json;
  const { session, branches: branchFiles = {}, integrity, ...rest } = json;
  const { checksum } = isObject(integrity) ? integrity : {};
  const isOurs = CHECKSUM.test(String(checksum));
  const kept = isObject(integrity) && !isOurs ? { ...integrity, checksum: undefined } : integrity;
  return { ...rest, id: session.id, branchFiles, metadata: session, integrity: kept };
}

function branchesOf(
  given: Readonly<Record<string, unknown>>,
  found: Findings,
): ReadonlyMap<string, readonly number[]> {
  const branches = new Map<string, readonly number[]>();
  for (const [name, files] of Object.entries(given)) {
    const where = `branchFiles ${quoted(name)}`;
    const names = listOf(anyText)(files);
    if (!isBranchName(name))
      found.add(`${MANIFEST_FILE}: ${where} is not a valid name of a branch`);
    else if ('expected' in names) {
      found.add(`${MANIFEST_FILE}: ${where} should be ${names.expected}`);
    } else branches.set(name, numbersOf(names.value, where, found));
  }
  return branches;
}

function numbersOf(names: readonly string[], where: string, found: Findings): readonly number[] {
  const numbers = new Set<number>();
  for (const name of names) {
    const number = numberOfFile(name);
    if (number === undefined) {
      found.add(
        `${MANIFEST_FILE}: ${where} has ${quoted(name)}, which is not the name of a thought's file`,
      );
    } else if (numbers.has(number)) {
      found.add(`${MANIFEST_FILE}: ${where} has ${name} twice`);
    } else numbers.add(number);
  }
  return [...numbers];
}

const granularity: Check<Granularity> = (given) => {
  const value = GRANULARITIES.find((each) => each === given);
  return value === undefined ? { expected: GRANULARITIES.join(', ') } : { value };
};

const CONFIG = {
  installId: matching(/^[0-9a-f-]{36}$/i, 'a UUID'),
  dataDir: anyText,
  disableThoughtLogging: flag,
  sessionPartitionGranularity: granularity,
  createdAt: moment,
};

/** How an archive is partitioned by time; undefined if its configuration is damaged. */
export function readConfig(text: string, where: string, found: Findings): Granularity | undefined {
  const before = found.count();
  const json = parseJson(text, where, found);
  if (found.count() > before) return undefined;
  return readFields(json, CONFIG, where, found)?.sessionPartitionGranularity;
}
