/** What the memory already knows about a matter that somebody begins with, in a few lines. */

import { EVERYWHERE } from '../../domain/rules/rule.ts';
import { TARGET_ID } from '../../kernel/ids.ts';
import type { Reading, RecallDoc } from '../../store/port.ts';
import { type Compared, compared, sayTheSame } from '../rank/alike.ts';
import { shortPassage } from '../rank/passage.ts';
import { finalScore, NOTHING_AROUND } from '../rank/rank.ts';
import { areRelated, tellingWords } from '../rank/same-matter.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { asideOf, isSuperseded } from '../terms/recall-text.ts';
import { shownWhole, withTitle } from '../terms/shown-text.ts';
import { isOneThing } from './describe.ts';
import { ofProject } from './of-project.ts';
import { groupsOfTarget } from './target-groups.ts';
import { type SharedText, textsSharing } from './texts-sharing.ts';

const MAX_LINES = 3;
/** In characters, all lines together; the rest of 400 is for what stands around them. */
const MAX_CHARACTERS = 370;
const LONGEST_LINE = 200;
/** A longer id would leave no room for words. */
const LONGEST_ID = 70;
/** So many texts are compared with the matter. */
const MAX_READ = 40;
/** What fits much less than the best is left out. */
const LEAST_OF_BEST = 0.4;

export interface Matter {
  /** The words of whoever begins with it. */
  readonly text: string;
  /** The names and groups of the thing itself, and of what its reader sees anyway. */
  readonly leaveOut: readonly string[];
  /** Ids that it belongs to: rules about them apply, besides those of the whole workspace. */
  readonly within?: readonly string[];
}

/** Whoever begins with it. */
interface Beginner {
  readonly tx: Reading;
  readonly agent: string;
  readonly nowMs: number;
  readonly server: { readonly thoughts: { readonly project?: string | undefined } };
}

/**
 * What may be known, and how much more it is worth than a text that was only written down. Other
 * work is not: it is what agents do, not what they found out.
 */
const WORTH: { readonly [Kind in RecallKind]?: number } = {
  rule: 1.3,
  pattern: 1.3,
  question: 1.1,
  card: 1.1,
  note: 1,
  scratchpad: 1,
  task: 1,
  thought: 0.9,
};
const WORTH_OF_DECISION = 1.3;

const KINDS = new Set(Object.keys(WORTH) as RecallKind[]);
/** Kinds of which one from each session or document is enough. */
const RUNNING: ReadonlySet<RecallKind> = new Set(['note', 'thought']);

/** The best first, each with its id; nothing if nothing fits. */
export async function knownAbout(
  { tx, agent, nowMs, server }: Beginner,
  matter: Matter,
): Promise<readonly string[]> {
  const words = tellingWords(matter.text);
  if (words.size < 2) return [];
  const { target } = await tx.agents.focus(agent);
  const own = [...matter.leaveOut, ...(target === null ? [] : [target])];
  const leaveOut = new Set(own);
  for (const id of own.filter((each) => TARGET_ID.test(each))) {
    for (const group of await groupsOfTarget(tx, id)) leaveOut.add(group);
  }
  const within = new Set([EVERYWHERE, ...(matter.within ?? [])]);
  const { texts, isRare } = await textsSharing(tx, words, {
    kinds: KINDS,
    most: MAX_READ,
    fewest: 2,
    allows: (doc) => mayBeShown(doc, leaveOut, within),
  });
  const short = texts.filter(({ id }) => id.length <= LONGEST_ID);
  const ranked = (await ofProject(tx, short, server.thoughts.project))
    .map((each) => ({ ...each, score: scoreOf(each, nowMs) }))
    .sort((a, b) => b.score - a.score || b.doc.number - a.doc.number);
  const isRelated = (text: SharedText) =>
    areRelated(words, tellingWords(withTitle(text)), { isRare, isFinding: isFinding(text) });
  return linesOf(differing(ranked, isRelated), words);
}

/** As a field of an answer. */
export function knownField(lines: readonly string[]): { readonly known?: readonly string[] } {
  return lines.length === 0 ? {} : { known: lines };
}

function mayBeShown(
  { kind, name, group, state }: RecallDoc,
  leaveOut: ReadonlySet<string>,
  within: ReadonlySet<string>,
): boolean {
  if (kind === 'rule' && !within.has(group)) return false;
  if (kind !== 'rule' && (leaveOut.has(group) || leaveOut.has(name ?? ''))) return false;
  // The answer is found instead of its question.
  if (state === 'answered') return false;
  return !isSuperseded(state) || state === FAILED;
}

/** What was tried and given up is as good to know as what holds. */
const FAILED = 'rejected';

function scoreOf({ kind, doc, worth }: SharedText, nowMs: number): number {
  const ageMs = nowMs - doc.atMs;
  const held = { kind, words: worth, around: NOTHING_AROUND, state: undefined, isInFocus: false };
  return (
    finalScore({ ...held, ageMs }) * (isDecision(doc) ? WORTH_OF_DECISION : (WORTH[kind] ?? 1))
  );
}

function isDecision(doc: RecallDoc): boolean {
  return typeOf(doc) === 'decision' || doc.state === FAILED;
}

/** What was found out or agreed on, not only written down. */
function isFinding({ kind, doc }: SharedText): boolean {
  return kind === 'rule' || kind === 'pattern' || isDecision(doc);
}

type Scored = SharedText & { readonly score: number };

/** Of texts that say the same, and of notes of one place, the first; as many as are shown. */
function differing(
  texts: readonly Scored[],
  isRelated: (text: SharedText) => boolean,
): readonly SharedText[] {
  const kept: { readonly text: Scored; readonly says: Compared }[] = [];
  for (const text of texts) {
    const least = (kept[0]?.text.score ?? 0) * LEAST_OF_BEST;
    if (kept.length === MAX_LINES || text.score < least) break;
    // Comparing costs more than all the rest, so it ends with the last line.
    if (!isRelated(text)) continue;
    const says = compared(shownWhole(text));
    const isMore = kept.every((other) => {
      if (isOneThing(other.text, text) || sayTheSame(other.says, says)) return false;
      const isSamePlace = other.text.doc.group === text.doc.group;
      return !(isSamePlace && RUNNING.has(other.text.kind) && RUNNING.has(text.kind));
    });
    if (isMore) kept.push({ text, says });
  }
  return kept.map(({ text }) => text);
}

function linesOf(texts: readonly SharedText[], words: ReadonlySet<string>): readonly string[] {
  const room = Math.min(LONGEST_LINE, Math.floor(MAX_CHARACTERS / Math.max(1, texts.length)));
  return texts.map((each) => {
    const head = `${each.id} ${labelOf(each)}: `;
    return head + shortPassage(shownWhole(each), words, room - head.length);
  });
}

function labelOf({ kind, doc }: SharedText): string {
  if (doc.state === FAILED) return 'failed';
  const type = typeOf(doc);
  return type === undefined || type === 'note' ? kind : type;
}

/** A card is found by its type, such as decision, which says more than its kind. */
function typeOf({ kind, body }: RecallDoc): string | undefined {
  return kind === 'card' ? asideOf(body ?? '').split(' ')[0] : undefined;
}
