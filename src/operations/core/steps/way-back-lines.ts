/** Prints a way back, the most important first, and leads on to what has no room. */

import { ageOf } from '../../../kernel/ago.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import { shortenText } from '../../../kernel/trims.ts';
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
  const { rules, ...others } = view;
  const state = [
    ...headLines(view),
    ...ruleLines(rules, roomOf(printing)),
    ...(view.in_hand ? inHandLines(view.in_hand, printing) : []),
    ...listLines({ ...others, rules: [] }, printing),
    ...view.under_way.map((text) => ({ text: oneLine(text), rank: RANK.underWay })),
  ];
  return {
    state,
    commands: view.next.map(commandOf),
    onward: (shown) => readOn(view, shown, view.in_hand?.id),
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
    text: shortenText(line.text, most),
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

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const TITLE_BYTES = 80;
const PLACE_BYTES = 120;

/** Names the directory, so that a reader notices a wrong workspace. */
function headLines(view: WayBack): readonly StateLine[] {
  const { in_hand: inHand, checkout } = view;
  const parts = [
    ...(inHand ? [inHandHead(inHand)] : []),
    placeOf(view),
    ...(checkout === null || checkout === 'main' ? [] : [`branch ${checkout}`]),
    ...(view.workspace_exists ? [] : ['new: nothing is remembered yet']),
    ...(inHand || !view.workspace_exists ? [] : ['no plan or task is in focus']),
  ];
  return [{ text: oneLine(parts.join(' | ')), rank: 0 }];
}

function placeOf({ workspace, directories: [first, ...more] }: WayBack): string {
  if (first === undefined) return workspace;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `${workspace} is ${shortenText(first, PLACE_BYTES)}${others}`;
}

function inHandHead(inHand: InHand): string {
  const { id, kind, title, focused, progress, ahead, at_work: holder } = inHand;
  const parts = [
    `${focused ? 'focus' : kind} ${id} — ${shortenText(title, TITLE_BYTES)}`,
    ...(progress === undefined ? [] : [progress]),
    ahead === 'done' || ahead.startsWith('waits for ') ? ahead : `next ${ahead}`,
    ...(holder === undefined ? [] : [`${holder} is at work on it`]),
  ];
  return parts.join(' | ');
}

function inHandLines(inHand: InHand, printing: Printing): readonly StateLine[] {
  const { step, why, contract, contract_of: of } = inHand;
  const share = Math.floor(roomOf(printing) * SHARE_OF_TEXT);
  const said = (text: string) => shortenText(oneLine(text), share);
  const line = (text: string, rank: number): StateLine => ({ text, rank });
  return [
    ...(why === undefined ? [] : [line(`why: ${said(why)}`, RANK.why)]),
    ...(contract === undefined
      ? []
      : [line(`contract${of === undefined ? '' : ` of ${of}`}: ${said(contract)}`, RANK.why)]),
    ...(step === undefined
      ? []
      : [
          ...labelled(`${step.path} criteria`, step.criteria),
          ...labelled(`${step.path} tests`, step.tests),
          ...labelled(`${step.path} blocked by`, step.blockers),
        ].map((text) => line(text, RANK.step))),
    ...unprovenLines(inHand.unproven ?? []).map((text) => line(text, RANK.why)),
  ];
}

const MOST_PATHS = 5;

function unprovenLines(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length > MOST_PATHS ? ' …' : '';
  return [
    `closed without proof: ${paths.length} (${paths.slice(0, MOST_PATHS).join(', ')}${more})`,
  ];
}

function labelled(label: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [`${label}: ${texts.map(oneLine).join('; ')}`];
}

/** The lines of all lists; each is a section that can be read on. */
function listLines(lists: Lists, printing: Printing, share = SHARE_OF_TEXT): readonly StateLine[] {
  const room = roomOf(printing);
  const { nowMs } = printing;
  const said = (text: string) => shortenText(oneLine(text), Math.floor(room * share));
  const cards = (name: ListName, word: string, rank: number, items: readonly CardLine[]) =>
    items.map((card) => ({ text: cardText(word, card, said), rank, section: name }));
  return [
    ...ruleLines(lists.rules, room),
    ...cards('questions', 'question', RANK.cards, lists.questions),
    ...cards('hypotheses', 'hypothesis', RANK.cards, lists.hypotheses),
    ...withRest(
      lists.notes.map((note) => ({
        text: noteLine(note, nowMs, said),
        rank: RANK.note,
        section: 'notes',
      })),
    ),
    ...withRest(cards('decisions', 'decision', RANK.decision, lists.decisions)),
    ...withRest(cards('facts', 'fact', RANK.decision, lists.facts)),
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
    left -= Buffer.byteLength(text) + 1;
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

function markOf(item: RuleLine | CardLine | NoteLine): number {
  return 'seq' in item ? item.seq : item.number;
}
