/** Prints a way back, the most important first, and leads on to what has no room. */

import { ageOf } from '../../../kernel/ago.ts';
import { excerpt, lineExcerpt, lineOf } from '../../../kernel/excerpt.ts';
import { utf8Length } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Portal, Printing, StateLine } from '../../declaration/define-operation.ts';
import { type RuleLine, ruleText } from '../../steps/standing-rules.ts';
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

/** What is left out last has the lowest rank. */
const RANK = {
  rules: 1,
  step: 2,
  cards: 3,
  why: 4,
  note: 5,
  underWay: 6,
  decision: 7,
  /** Rules beyond their share, and what only a longer answer has room for. */
  rest: 8,
} as const;

/** Rules come first, but may not push out everything else. */
const SHARE_OF_RULES = 0.55;
/** A single text may take this share of the room. */
const SHARE_OF_TEXT = 0.16;
/** On a page of lists a text is cut only if it fills the page by itself. */
const SHARE_OF_PAGE = 0.8;

/** In bytes. */
function roomOf({ maxChars }: Pick<Printing, 'maxChars'>): number {
  return maxChars ?? USUAL_ROOM;
}

/** Whether there is room for more than the usual answer. */
export function isLong(printing: Pick<Printing, 'maxChars'>): boolean {
  return roomOf(printing) > USUAL_ROOM;
}

export function wayBackLines(view: WayBack, printing: Printing): Portal {
  const share = SHARE_OF_TEXT * roomOf(printing);
  // A text that was shortened has more to say: it is read on from its beginning.
  const isCut = view.about.some(({ text }) => utf8Length(lineOf(text)) > share);
  return {
    state: [headLine(view), ...listLines(view, printing)],
    commands: view.next.map(commandOf),
    onward: (shown) => {
      const seen = isCut ? new Map([...shown, ['about', 0]]) : shown;
      return readOn(view, seen, view.in_hand?.id);
    },
    room: USUAL_ROOM,
  };
}

/** A page of the lists alone, for a reader who comes from another answer. */
export function listPage(
  lists: Lists,
  { head, target }: { readonly head: string; readonly target: string | undefined },
  printing: Printing,
): Portal {
  const most = Math.floor(roomOf(printing) * SHARE_OF_PAGE);
  const lines = listLines(lists, printing, SHARE_OF_PAGE).map((line, at) => ({
    ...line,
    // What fills a page by itself could otherwise never be passed.
    text: excerpt(line.text, most),
    rank: at,
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
function listLines(lists: Lists, printing: Printing, share = SHARE_OF_TEXT): readonly StateLine[] {
  const room = roomOf(printing);
  const said = (text: string) => lineExcerpt(text, Math.floor(room * share));
  const lines = <Item>(
    section: ListName,
    rank: number,
    items: readonly Item[],
    textOf: (item: Item) => string,
  ) => items.map((item) => ({ text: textOf(item), rank, section }));
  const card = (word: string) => (each: CardLine) => cardText(word, each, said);
  return [
    ...ruleLines(lists.rules, room),
    ...lines('about', RANK.why, lists.about, ({ text }) => said(text)),
    ...lines('step', RANK.step, lists.step, ({ text }) => lineOf(text)),
    ...lines('questions', RANK.cards, lists.questions, card('question')),
    ...lines('hypotheses', RANK.cards, lists.hypotheses, card('hypothesis')),
    ...withRest(
      lines('notes', RANK.note, lists.notes, (note) => noteLine(note, printing.nowMs, said)),
    ),
    ...withRest(lines('decisions', RANK.decision, lists.decisions, card('decision'))),
    ...withRest(lines('facts', RANK.decision, lists.facts, card('fact'))),
    ...lines('under_way', RANK.underWay, lists.under_way, ({ text }) => lineOf(text)),
  ];
}

/** The newest matters more than those before it. */
function withRest(lines: readonly StateLine[]): readonly StateLine[] {
  return lines.map((line, at) => (at === 0 ? line : { ...line, rank: RANK.rest }));
}

function ruleLines(rules: readonly RuleLine[], room: number): readonly StateLine[] {
  let left = room * SHARE_OF_RULES;
  return rules.map((rule) => {
    const text = ruleText(rule);
    left -= utf8Length(text) + 1;
    return { text, rank: left >= 0 ? RANK.rules : RANK.rest, section: 'rules' };
  });
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
