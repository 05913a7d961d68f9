/**
 * One random run that recall must follow: the same calls to a server on each engine, and which
 * words must be found. Every version of a text has a word of its own.
 */

import { expect } from 'vitest';
import type { RecallKind } from '../../../src/recall/terms/recall-kinds.ts';
import type { Random } from '../random.ts';
import type { TestSurface } from '../surface.ts';
import type { Shown } from '../task-world.ts';

export const workspace = 'asked';

/** `marked`: it is found, and its state says that it no longer holds. */
export type Standing = 'live' | 'marked' | 'gone';

/** A text that was written, with what must have become of it. */
export interface Written {
  readonly kind: RecallKind;
  readonly word: string;
  standing: Standing;
  /** The branch, task or notebook that it is in. */
  within: string;
}

export interface Run {
  /** One for each engine. */
  readonly servers: readonly TestSurface[];
  readonly random: Random;
  readonly written: Written[];
  /** Things that can be changed, by their kind and id. */
  readonly things: Map<string, Thing>;
  readonly branches: string[];
  /** The cards that each branch sees, by their ids. */
  readonly seen: Map<string, Map<string, SeenCard>>;
  session: string;
  thoughts: number;
  step: number;
  last: string;
  readonly done: Map<string, number>;
}

export interface Thing {
  readonly kind: RecallKind;
  readonly id: string;
  readonly text: Written;
}

export interface SeenCard {
  readonly text: Written;
  readonly isDeleted: boolean;
}

export type Step = (run: Run) => Promise<void>;

export function count({ done }: Run, what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

export function newRun(servers: readonly TestSurface[], random: Random): Run {
  return {
    ...{ servers, random, written: [], things: new Map(), branches: ['main'] },
    seen: new Map([['main', new Map()]]),
    ...{ session: '', thoughts: 0, step: 0, last: '', done: new Map() },
  };
}

/** The answer of all engines, which must be the same, or undefined if it is a refusal. */
export async function ask(run: Run, tool: string, args: object): Promise<Shown | undefined> {
  run.last = `${tool} ${JSON.stringify(args)}`;
  const replies = [];
  for (const server of run.servers) {
    replies.push(await server.call(tool, { workspace, ...args }));
  }
  const [first, ...others] = replies;
  if (!first) throw new Error('no engine to test on');
  for (const other of others) expect(other.text, run.last).toBe(first.text);
  if (first.isError && !first.refusal) throw new Error(`${run.last}: ${first.text}`);
  if (first.isError) {
    count(run, `${tool} ${first.refusal}`);
    return undefined;
  }
  count(run, `${tool} ok`);
  return first.text.startsWith('{') ? shownIn(JSON.parse(first.text)) : { text: first.text };
}

function shownIn(answer: Shown): Shown {
  return answer.result ?? answer;
}

export function gateway(run: Run, operation: string, args: object = {}) {
  return ask(run, 'thoughtbox_gateway', { operation, ...args });
}

const LETTERS = 'bcdfghjklm';

/** A word that nothing else has, and that has no other form. */
function newWord({ written }: Run): string {
  const digits = [...String(1_000 + written.length)];
  return `zq${digits.map((digit) => LETTERS[Number(digit)]).join('')}x`;
}

const VOCABULARY = [
  ...['cache', 'migration', 'parser', 'deadline', 'retry', 'billing', 'release', 'the', 'of'],
  ...['getUserById', 'src/store/write-texts.ts:42', 'MAX_RETRIES', 'ECONNREFUSED', 'TS2345'],
  ...['数据库迁移', 'サーバー', '검색', 'ภาษาไทย', 'миграция', 'Ελληνικά', 'naïve', '🧭'],
];

export function someWords({ random }: Pick<Run, 'random'>, most: number): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(VOCABULARY)).join(' ');
}

/** A text to write. It is expected to be found once `keep` was told. */
export function newText(run: Run, kind: RecallKind): Written & { readonly text: string } {
  const word = newWord(run);
  const before = someWords(run, 3);
  // Few words beside its own, so that two texts never count as saying the same.
  const text = `${before} ${word} ${someWords(run, 3)}`.trim();
  const written: Written & { text: string } = { kind, word, standing: 'gone', within: '', text };
  run.written.push(written);
  return written;
}

/** What was written under this id is now this; what it said before is gone. */
export function keep(run: Run, id: string, within: string, text: Written): void {
  const key = `${text.kind} ${within} ${id}`;
  const known = run.things.get(key);
  if (known) known.text.standing = 'gone';
  text.standing = 'live';
  text.within = within;
  run.things.set(key, { kind: text.kind, id, text });
}

/** It is no longer there to be changed. */
export function end(run: Run, thing: Thing, standing: Standing): void {
  thing.text.standing = standing;
  run.things.delete(`${thing.kind} ${thing.text.within} ${thing.id}`);
}

export function some(run: Run, kind: RecallKind): Thing | undefined {
  const all = [...run.things.values()].filter((each) => each.kind === kind);
  return all.length === 0 ? undefined : run.random.pick(all);
}

/** Everything in it, also what had ended before. */
export function endWithin(run: Run, within: string, standing: Standing): void {
  for (const text of run.written) {
    if (text.within === within && text.standing !== 'gone') text.standing = standing;
  }
  for (const [key, { text }] of run.things) {
    if (text.within === within) run.things.delete(key);
  }
}
