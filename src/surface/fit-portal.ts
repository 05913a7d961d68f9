/**
 * Fits the lines of a portal into a budget. The first line and the next command are the last to
 * go; of the rest, what matters most stays, and what is left out can be read on.
 *
 * The lines are in one order, by rank, and a budget shows a beginning of it. What a line costs does
 * not depend on the budget: long lines are counted at their least length, and lengthened afterwards
 * if there is room. So a larger budget shows every line that a smaller one shows.
 */

import { utf8Length, utf8Prefix } from '../kernel/json.ts';
import type { StateLine } from '../operations/declaration/define-operation.ts';

export interface PortalLines {
  readonly state: readonly StateLine[];
  readonly commands: readonly string[];
  /** The calls that read on, given how many lines of each section are shown. */
  onward(shown: ReadonlyMap<string, number>): readonly string[];
}

export interface LineRoom {
  readonly bytes: number;
  readonly lines?: number | undefined;
}

export interface FittedPortal {
  readonly lines: readonly string[];
  readonly truncated: boolean;
  /** Not even the first line and the command fit. */
  readonly minimal: boolean;
}

/** Enough of a first line for its id. */
const LEAST_HEAD = 24;

export function fitPortal(portal: PortalLines, room: LineRoom): FittedPortal {
  const [head, ...rest] = portal.state;
  const [next, ...others] = portal.commands;
  const top = fitTop(head?.text, next, room);
  if (top.minimal) return { lines: top.lines, truncated: true, minimal: true };
  const order = rest.toSorted((a, b) => a.rank - b.rank);
  const left = { bytes: room.bytes - bytesOf(top.lines), lines: linesLeft(room, top.lines) };
  const count = mostThatFit(portal, order, left);
  const alone = count ? [] : order.filter((line) => line.isCutLast);
  const shown =
    fitting(alone.map(shortest), left).length > 0
      ? lengthened(portal, alone, left, shortest)
      : lengthened(portal, order.slice(0, count ?? 0), left, leastText);
  const more = fitting(onwardFrom(portal, shown), left, textsOf(shown));
  const backups = count === order.length ? fitting(others, left, [...textsOf(shown), ...more]) : [];
  const body = rest.flatMap((line) => shown.get(line) ?? []);
  const commands = next === undefined ? [] : [next, ...backups];
  const isWhole = rest.every((line) => shown.get(line) === capped(line));
  return {
    lines: [...(head === undefined ? [] : [head.text]), ...body, ...commands, ...more],
    truncated: !isWhole || commands.length < portal.commands.length,
    minimal: false,
  };
}

/** The first line and the next command. */
function fitTop(
  head: string | undefined,
  next: string | undefined,
  room: LineRoom,
): { readonly lines: readonly string[]; readonly minimal: boolean } {
  if (room.lines === 0) return { lines: [], minimal: true };
  const both = [...(head === undefined ? [] : [head]), ...(next === undefined ? [] : [next])];
  const allowsBoth = both.length <= (room.lines ?? Infinity);
  if (allowsBoth && bytesOf(both) <= room.bytes + 1) return { lines: both, minimal: false };
  if (head === undefined) return { lines: [], minimal: true };
  const headRoom = next === undefined ? room.bytes : room.bytes - utf8Length(next) - 1;
  if (next === undefined || headRoom < LEAST_HEAD || !allowsBoth) {
    return { lines: [cutLine(head, room.bytes)], minimal: true };
  }
  return { lines: [cutLine(head, headRoom), next], minimal: true };
}

function linesLeft({ lines }: LineRoom, taken: readonly string[]): number {
  return (lines ?? Infinity) - taken.length;
}

interface Left {
  readonly bytes: number;
  readonly lines: number;
}

/** What each line that is kept says. */
type Shown = ReadonlyMap<StateLine, string>;

/** Undefined if there is not even room for the call that reads on. */
function mostThatFit(
  portal: PortalLines,
  order: readonly StateLine[],
  left: Left,
): number | undefined {
  const texts = order.map(leastText);
  const ends: number[] = [0];
  for (const text of texts) ends.push((ends.at(-1) ?? 0) + utf8Length(text) + 1);
  const shown = new Map(order.map((line, at) => [line, texts[at] ?? '']));
  for (let count = order.length; count >= 0; count--) {
    const bytes = ends[count] ?? 0;
    const last = order[count];
    if (last) shown.delete(last);
    if (bytes > left.bytes + 1 || count > left.lines) continue;
    const more = onwardFrom(portal, shown);
    if (bytes + bytesOf(more) <= left.bytes + 1 && count + more.length <= left.lines) return count;
  }
  return undefined;
}

/** Uses the room that is left for the lines that were counted at less than they say. */
function lengthened(
  portal: PortalLines,
  kept: readonly StateLine[],
  left: Left,
  textOf: (line: StateLine) => string,
): Shown {
  const shown = new Map(kept.map((line) => [line, textOf(line)]));
  const more = onwardFrom(portal, shown);
  let spare = left.bytes + 1 - bytesOf(textsOf(shown)) - bytesOf(more) - MORE_CHANGES;
  for (const line of kept) {
    const short = textOf(line);
    const longer = cutLine(capped(line), utf8Length(short) + Math.max(0, spare));
    const gained = utf8Length(longer) - utf8Length(short);
    if (gained <= 0) continue;
    shown.set(line, longer);
    spare -= gained;
  }
  return shown;
}

/** A call that reads on from another line may be longer by some digits. */
const MORE_CHANGES = 24;

/** What a line says at least, if it is shown beside others. */
function leastText(line: StateLine): string {
  return line.isCutLast ? line.text : shortest(line);
}

function shortest({ text, least, most }: StateLine): string {
  return cutLine(text, Math.min(least ?? Infinity, most ?? Infinity));
}

/** A line with all the room that it may take. */
function capped({ text, most = Infinity }: StateLine): string {
  return cutLine(text, most);
}

function textsOf(shown: Shown): readonly string[] {
  return [...shown.values()];
}

/** Those that fit beside what is taken already. */
function fitting(lines: readonly string[], left: Left, taken: readonly string[] = []) {
  let bytes = left.bytes + 1 - bytesOf(taken);
  let count = left.lines - taken.length;
  return lines.filter((line) => {
    const cost = utf8Length(line) + 1;
    if (cost > bytes || count < 1) return false;
    bytes -= cost;
    count -= 1;
    return true;
  });
}

/** The calls that read on behind what is shown. */
function onwardFrom({ state, onward }: PortalLines, shown: Shown): readonly string[] {
  const counts = new Map<string, number>();
  const closed = new Set<string>();
  for (const line of state) {
    const { section, text, isReadAgain } = line;
    if (section === undefined) continue;
    const said = shown.get(line);
    if (said === undefined || (isReadAgain && said !== text)) closed.add(section);
    counts.set(section, (counts.get(section) ?? 0) + (closed.has(section) ? 0 : 1));
  }
  return onward(counts);
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + utf8Length(line) + 1, 0);
}

function cutLine(line: string, bytes: number): string {
  if (utf8Length(line) <= bytes) return line;
  return bytes > 3 ? `${utf8Prefix(line, bytes - 3)}...` : utf8Prefix(line, Math.max(0, bytes));
}
