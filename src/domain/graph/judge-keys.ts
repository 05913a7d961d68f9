/**
 * What becomes of each key in a merge, by its own three sides and by the rules of a graph: an edge
 * needs both ends, and a node takes its edges along when it goes.
 */

import { type MergeOutcome, threeWay } from './three-way.ts';
import { edgeEnds, sameState, type Version } from './version.ts';

/** One key as the three sides see it. */
export interface MergeKey {
  /** The common state: at the cutoff, or when the key was last merged. */
  readonly base: Version | undefined;
  /** What the merged branch sees; undefined if it has never seen the key. */
  readonly theirs: Version | undefined;
  readonly ours: Version | undefined;
}

/** A key that the merged branch has seen. */
export type OwnKey = MergeKey & { readonly theirs: Version };

interface Judged {
  readonly outcome: MergeOutcome;
  /** Of an edge that is skipped because the destination lacks an end: the missing node. */
  readonly lacks?: string | undefined;
  /** What is written if it is applied: the key, and what it cannot be written without. */
  readonly together: readonly OwnKey[];
}

interface Keys {
  /** The keys to merge. */
  readonly keys: readonly OwnKey[];
  /** The ends of their edges, and the edges that the destination has at nodes they delete. */
  readonly around: readonly MergeKey[];
  /** Whether an agent has decided against the state of the merged branch. */
  readonly isDecided: (key: MergeKey) => boolean;
}

/**
 * Whether a decision can be about it. A deletion may have been refused for the sake of edges that
 * are gone now, so every deletion of a node is asked about.
 */
export function isContested({ base, theirs, ours }: MergeKey): boolean {
  return ours?.seq !== base?.seq || (theirs?.kind === 'node' && theirs.state === undefined);
}

export function judgeKeys(request: Keys): (key: OwnKey) => Judged {
  const graph = new Sides(request);
  return (key) => {
    const outcome = graph.outcomeOf(key);
    const lacks = outcome === 'skip' ? undefined : graph.missingEnd(key);
    return lacks === undefined
      ? { outcome, together: graph.together(key) }
      : { outcome: 'skip', lacks, together: [] };
  };
}

class Sides {
  readonly #isDecided: Keys['isDecided'];
  readonly #nodes = new Map<string, MergeKey>();
  /** The edges that the destination has now, by each of their ends. */
  readonly #edgesAt = new Map<string, MergeKey[]>();
  readonly #merged: ReadonlySet<string>;

  constructor({ keys, around, isDecided }: Keys) {
    this.#isDecided = isDecided;
    this.#merged = new Set(keys.map(({ theirs }) => `${theirs.kind}|${theirs.key}`));
    const isPresent = new Set<string>();
    for (const key of [...keys, ...around]) {
      const version = key.theirs ?? key.ours;
      if (!version || isPresent.has(`${version.kind}|${version.key}`)) continue;
      isPresent.add(`${version.kind}|${version.key}`);
      if (version.kind === 'node') this.#nodes.set(version.key, key);
      else if (isLive(key.ours)) {
        for (const end of endsOf(version)) {
          const known = this.#edgesAt.get(end);
          if (known) known.push(key);
          else this.#edgesAt.set(end, [key]);
        }
      }
    }
  }

  outcomeOf(key: OwnKey): MergeOutcome {
    if (key.theirs.kind === 'node') return this.#ofNode(key);
    const outcome = this.#alone(key);
    return outcome === 'skip' || isLive(key.theirs) ? outcome : this.#ofDeletedEdge(key, outcome);
  }

  /** By its own three sides. */
  #alone(key: MergeKey): MergeOutcome {
    const outcome = threeWay<Version | undefined>(key, sameState);
    if (outcome === 'skip') return 'skip';
    return isContested(key) && this.#isDecided(key) ? 'skip' : outcome;
  }

  /** A deletion takes the edges along that the branch deleted too; any other edge opposes it. */
  #ofNode(key: MergeKey): MergeOutcome {
    const outcome = this.#alone(key);
    if (outcome !== 'apply' || key.theirs === undefined || isLive(key.theirs)) return outcome;
    const edges = this.#edgesAt.get(key.theirs.key) ?? [];
    const isFree = edges.every((edge) => !isLive(edge.theirs) && this.#alone(edge) === 'apply');
    return isFree ? 'apply' : 'conflict';
  }

  /** An edge that the branch deleted with its node goes if the node goes, and stays if it stays. */
  #ofDeletedEdge(key: OwnKey, own: MergeOutcome): MergeOutcome {
    const leaving = endsOf(key.theirs).flatMap((id) => {
      const end = this.#nodes.get(id);
      return end && !isLive(end.theirs) && isLive(end.ours) ? [id] : [];
    });
    if (leaving.length === 0) return own;
    return leaving.some((id) => this.#goesNow(id)) ? 'apply' : 'skip';
  }

  #goesNow(id: string): boolean {
    const node = this.#nodes.get(id);
    return node !== undefined && this.#merged.has(`node|${id}`) && this.#ofNode(node) === 'apply';
  }

  /** Of a live edge: an end that the destination will not have. */
  missingEnd({ theirs }: OwnKey): string | undefined {
    if (theirs.kind === 'node' || !isLive(theirs)) return undefined;
    return endsOf(theirs).find((id) => {
      const end = this.#nodes.get(id);
      if (end === undefined || !isLive(end.theirs)) return true;
      return !isLive(end.ours) && this.#ofNode(end) !== 'apply';
    });
  }

  together(key: OwnKey): readonly OwnKey[] {
    const { theirs } = key;
    if (theirs.kind === 'node') {
      const edges = isLive(theirs) ? [] : (this.#edgesAt.get(theirs.key) ?? []);
      return [...edges, key].filter(isOwn);
    }
    if (!isLive(theirs)) return [key];
    const ends = endsOf(theirs).flatMap((id) => this.#nodes.get(id) ?? []);
    return [...ends.filter(({ ours }) => !isLive(ours)), key].filter(isOwn);
  }
}

function endsOf({ key }: Version): readonly string[] {
  const { from, to } = edgeEnds(key);
  return from === to ? [from] : [from, to];
}

export function isOwn(key: MergeKey): key is OwnKey {
  return key.theirs !== undefined;
}

function isLive(version: Version | undefined): boolean {
  return version?.state !== undefined;
}
