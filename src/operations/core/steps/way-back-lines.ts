/** Prints a way back, the most important first, and leads on to what has no room. */

import { ageOf } from '../../../kernel/ago.ts';
import { excerpt, lineExcerpt, lineOf } from '../../../kernel/excerpt.ts';
import { utf8Length } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Portal, Printing, StateLine } from '../../declaration/define-operation.ts';
import { type RuleLine, ruleText } from '../../steps/standing-rules.ts';
import type { ListSizes } from './read-lists.ts';
import { usualSizes } from './read-way-back.ts';
import {
  type Call,
  type CardLine,
  type InHand,
  LISTS,
  type ListName,
  type Lists,
  type NoteLine,
  type TextLine,
  type WayBack,
} from './way-back.ts';

/** In bytes, if the caller sets no budget. */
const USUAL_ROOM = 2_500;

/** What is left out last has the lowest rank. Rules are put between the others by their share. */
const RANK = {
  rules: 1,
  step: 2,
  cards: 3,
  why: 4,
  note: 5,
  underWay: 6,
  decision: 7,
  /** What is older. */
  rest: 8,
  /** What is read only for an answer that may be longer than usual. */
  long: 9,
} as const;

/** Rules come first, but may not push out everything else. */
const SHARE_OF_RULES = 0.55;
/** In bytes: a line of other words is shortened to this length before another is left out. */
const LEAST_LINE = 160;
/** The same for what a step asks for. */
const LEAST_STEP = 240;
/** And for the first line of a page, which would otherwise never be passed. */
const LEAST_FIRST = 80;
/** A single text may take this share of the room. */
const SHARE_OF_TEXT = 0.16;

/** In bytes. */
function roomOf({ maxChars }: Pick<Printing, 'maxChars'>): number {
  return maxChars ?? USUAL_ROOM;
}

/** Whether there is room for more than the usual answer. */
export function isLong(printing: Pick<Printing, 'maxChars'>): boolean {
  return roomOf(printing) > USUAL_ROOM;
}

export function wayBackLines(view: WayBack, printing: Printing): Portal {
  const lines = listLines(view, printing, usualSizes(view.in_hand !== undefined));
  return {
    state: [headLine(view), ...inShares(lines)],
    commands: view.next.map(commandOf),
    onward: (shown) => readOn(view, shown, view.in_hand?.id),
    room: USUAL_ROOM,
  };
}

/**
 * One order of all lines, in which every beginning gives the rules their share. It does not depend
 * on the budget, so that a larger one shows no fewer lines.
 */
function inShares(lines: readonly StateLine[]): readonly StateLine[] {
  const ordered = lines.toSorted((a, b) => a.rank - b.rank);
  const ranks = new Map<StateLine, number>();
  let [rules, others] = [0, 0];
  for (const line of ordered) {
    const bytes = Math.min(utf8Length(line.text), line.least ?? Infinity) + 1;
    if (line.section === 'rules') rules += bytes;
    else others += bytes;
    const taken = line.section === 'rules' ? rules / SHARE_OF_RULES : others / (1 - SHARE_OF_RULES);
    ranks.set(line, taken);
  }
  return lines.map((line) => ({ ...line, rank: ranks.get(line) ?? 0 }));
}

/** A page of the lists alone, for a reader who comes from another answer. */
export function listPage(
  lists: Lists,
  { head, target }: { readonly head: string; readonly target: string | undefined },
  printing: Printing,
): Portal {
  const lines = pageTexts(lists, printing).map((line, at) => ({
    ...line,
    rank: at,
    ...(at === 0 ? ({ least: LEAST_FIRST, isCutLast: true } as const) : {}),
  }));
  return {
    state: [head, ...lines],
    onward: (shown) => readOn(lists, shown, target),
    room: USUAL_ROOM,
  };
}

function commandOf({ tool, args, purpose }: Call): Suggestion {
  return suggestCall(tool, args, purpose);
}

const TITLE_BYTES = 80;
const PLACE_BYTES = 120;

/** Names the directory, so that a reader notices a wrong workspace. */
function headLine(view: WayBack): StateLine {
  const { in_hand: inHand, checkout } = view;
  const parts = [
    ...(inHand ? [inHandHead(inHand)] : []),
    placeOf(view),
    ...(checkout === null || checkout === 'main' ? [] : [`branch ${checkout}`]),
    ...(view.workspace_exists ? [] : ['new: nothing is remembered yet']),
    ...(inHand || !view.workspace_exists ? [] : ['no plan or task is in focus']),
  ];
  return { text: lineOf(parts.join(' | ')), rank: 0 };
}

function placeOf({ workspace, directories: [first, ...more] }: WayBack): string {
  if (first === undefined) return workspace;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `${workspace} is ${excerpt(first, PLACE_BYTES)}${others}`;
}

function inHandHead(inHand: InHand): string {
  const { id, kind, title, focused, progress, ahead, at_work: holder, focus_was: was } = inHand;
  const parts = [
    `${focused ? 'focus' : kind} ${id} — ${excerpt(title, TITLE_BYTES)}`,
    ...(progress === undefined ? [] : [progress]),
    ahead.startsWith('done') || ahead.startsWith('waits for ') ? ahead : `next ${ahead}`,
    ...(holder === undefined ? [] : [`${holder} is at work on it`]),
    ...(was === undefined ? [] : [`focus was ${was}`]),
  ];
  return parts.join(' | ');
}

/** The lines of all lists; each is a section that can be read on. */
function listLines(lists: Lists, printing: Printing, usual: ListSizes): readonly StateLine[] {
  const most = Math.max(LEAST_LINE, Math.floor(roomOf(printing) * SHARE_OF_TEXT));
  const said = (text: string) => lineExcerpt(text, most);
  return textsOf(lists, printing.nowMs, said).map(({ section, at, text }): StateLine => {
    const line = { text, section, rank: at < usual[section] ? rankOf(section, at) : RANK.long };
    if (section === 'rules') return line;
    if (section === 'about') return { ...line, least: LEAST_LINE, most, isReadAgain: true };
    if (section === 'step') return { ...line, least: LEAST_STEP, isReadAgain: true };
    return { ...line, least: LEAST_LINE };
  });
}

/** The same for a page of the lists alone: every text whole. */
function pageTexts(lists: Lists, { nowMs }: Printing): readonly StateLine[] {
  return textsOf(lists, nowMs, lineOf).map(({ section, text }) => ({ text, section, rank: 0 }));
}

const RANKS: Readonly<Record<ListName, number>> = {
  ...{ rules: RANK.rules, about: RANK.why, step: RANK.step },
  ...{ questions: RANK.cards, hypotheses: RANK.cards, under_way: RANK.underWay },
  ...{ notes: RANK.note, decisions: RANK.decision, facts: RANK.decision },
};

/** The newest matters more than those before it. */
function rankOf(section: ListName, at: number): number {
  const isOlder = at > 0 && ['notes', 'decisions', 'facts'].includes(section);
  return isOlder ? RANK.rest : RANKS[section];
}

interface ListedText {
  readonly section: ListName;
  /** Its place in the list. */
  readonly at: number;
  readonly text: string;
}

/** Rules, criteria and what is under way are never put in fewer words. */
function textsOf(
  lists: Lists,
  nowMs: number,
  said: (text: string) => string,
): readonly ListedText[] {
  const lines = <Item>(
    section: ListName,
    items: readonly Item[],
    textOf: (item: Item) => string,
  ): readonly ListedText[] => items.map((item, at) => ({ section, at, text: textOf(item) }));
  const card = (word: string) => (each: CardLine) => cardText(word, each, said);
  const whole = ({ text }: TextLine) => lineOf(text);
  return [
    ...lines('rules', lists.rules, ruleText),
    ...lines('about', lists.about, whole),
    ...lines('step', lists.step, whole),
    ...lines('questions', lists.questions, card('question')),
    ...lines('hypotheses', lists.hypotheses, card('hypothesis')),
    ...lines('notes', lists.notes, (note) => noteLine(note, nowMs, said)),
    ...lines('decisions', lists.decisions, card('decision')),
    ...lines('facts', lists.facts, card('fact')),
    ...lines('under_way', lists.under_way, whole),
  ];
}

function cardText(word: string, card: CardLine, said: (text: string) => string): string {
  const { id, to, of, text } = card;
  const marks = [...(to === undefined ? [] : [`for ${to}`]), ...(of === undefined ? [] : [of])];
  const mark = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${word} ${id}${mark}: ${said(text)}`;
}

function noteLine(
  { seq, ts_ms: at, text }: NoteLine,
  nowMs: number,
  said: (text: string) => string,
): string {
  return `note @${seq}, ${ageOf(at, nowMs)} ago: ${said(text)}`;
}

/** One call that leads on through every list that was not shown to its end. */
function readOn(
  lists: Lists,
  shown: ReadonlyMap<string, number>,
  target: string | undefined,
): Suggestion | undefined {
  const marks = LISTS.flatMap((name) => {
    const items = lists[name];
    const count = shown.get(name) ?? 0;
    if (count === items.length && !lists.unread.includes(name)) return [];
    const last = items[count - 1];
    const mark = last === undefined ? lists.from[name] : markOf(last);
    return [mark === undefined ? name : `${name}:${mark}`];
  });
  if (marks.length === 0) return undefined;
  const more = [...(target === undefined ? [] : [target]), ...marks].join('+');
  return suggestCall('status', { more }, 'Read on');
}

function markOf(item: RuleLine | CardLine | NoteLine | TextLine): number {
  return 'seq' in item ? item.seq : item.number;
}
