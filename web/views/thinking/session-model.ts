/**
 * A session as the page thinks of it: its chains in the order of arrival, and what follows from
 * several thoughts together (what was revised, where a chain ended, what refers to what).
 */

import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import type { SnakeChain, SnakePlace } from '../../graph/snake-layout.ts';

export interface ModelChain extends SnakeChain {
  /** Empty for the main chain. */
  readonly name: string;
  readonly thoughts: readonly ThoughtRow[];
}

export interface SessionModel {
  /** All thoughts, in the order of arrival. */
  readonly thoughts: readonly ThoughtRow[];
  /** The main chain first, then branches in the order of their first thoughts. */
  readonly chains: readonly ModelChain[];
  placeOf(key: string): SnakePlace | undefined;
  thoughtAt(place: SnakePlace): ThoughtRow | undefined;
  /** The places that revise a thought, oldest first. */
  revisedBy(key: string): readonly string[];
  /** Whether its chain is completed with it. */
  isEnd(row: ThoughtRow): boolean;
  /** The places that a thought refers to by its steps, and what it revises. */
  referencesOf(key: string): readonly string[];
  /** The places whose steps refer to it, or that revise it. */
  referredBy(key: string): readonly string[];
}

export function sessionModel(rows: ReadonlyMap<string, ThoughtRow>): SessionModel {
  const thoughts = [...rows.values()].sort((a, b) => a.seq - b.seq);
  const { chains, places } = chainsOf(thoughts);
  const revisions = new Map<string, string[]>();
  for (const { key, revises } of thoughts)
    if (revises !== undefined) addTo(revisions, revises, key);
  let links: Links | undefined;
  const linked = () => {
    links ??= linksOf(thoughts, rows);
    return links;
  };
  const thoughtAt = ({ chain, at }: SnakePlace) => chains[chain]?.thoughts[at];
  return {
    thoughts,
    chains,
    placeOf: (key) => places.get(key),
    thoughtAt,
    revisedBy: (key) => revisions.get(key) ?? NONE,
    isEnd(row) {
      const place = places.get(row.key);
      return row.isLast === true && place?.at === (chains[place?.chain ?? 0]?.count ?? 0) - 1;
    },
    referencesOf: (key) => linked().from.get(key) ?? NONE,
    referredBy: (key) => linked().to.get(key) ?? NONE,
  };
}

const NONE: readonly string[] = [];

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

interface Growing {
  readonly name: string;
  readonly thoughts: ThoughtRow[];
  readonly fork: SnakePlace | undefined;
}

function chainsOf(thoughts: readonly ThoughtRow[]) {
  const main: Growing = { name: '', thoughts: [], fork: undefined };
  const growing: Growing[] = [main];
  const indexes = new Map([['', 0]]);
  const places = new Map<string, SnakePlace>();
  for (const row of thoughts) {
    let index = indexes.get(row.chain);
    if (index === undefined) {
      index = growing.length;
      indexes.set(row.chain, index);
      // While rows are still coming, a branch may be known before its fork.
      const fork = places.get(String(row.from ?? '')) ?? { chain: 0, at: 0 };
      growing.push({ name: row.chain, thoughts: [], fork });
    }
    const own = growing[index]?.thoughts ?? [];
    places.set(row.key, { chain: index, at: own.length });
    own.push(row);
  }
  const chains = growing.map((chain) => ({ ...chain, count: chain.thoughts.length }));
  return { chains, places };
}

interface Links {
  readonly from: ReadonlyMap<string, readonly string[]>;
  readonly to: ReadonlyMap<string, readonly string[]>;
}

/**
 * A reference means the last step with its label: on its own chain, else on the main one; else the
 * thought with that number.
 */
function linksOf(thoughts: readonly ThoughtRow[], rows: ReadonlyMap<string, ThoughtRow>): Links {
  const labelled = new Map<string, string>();
  const [from, to] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { key, chain, seq, refs = [], labels = [], revises } of thoughts) {
    const found = new Set<string>(revises === undefined ? [] : [revises]);
    for (const label of refs) {
      const step = labelled.get(`${chain}|${label}`) ?? labelled.get(`|${label}`);
      const target = step ?? thoughtNumbered(rows, chain, label, seq);
      if (target !== undefined && target !== key) found.add(target);
    }
    for (const target of found) {
      addTo(from, key, target);
      addTo(to, target, key);
    }
    for (const label of labels) labelled.set(`${chain}|${label}`, key);
  }
  return { from, to };
}

function thoughtNumbered(
  rows: ReadonlyMap<string, ThoughtRow>,
  chain: string,
  number: number,
  before: number,
): string | undefined {
  const names = chain === '' ? [`${number}`] : [`${chain}:${number}`, `${number}`];
  return names.find((name) => (rows.get(name)?.seq ?? before) < before);
}
