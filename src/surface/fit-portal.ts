/**
 * Fits the lines of a portal into a budget. The first line and the next command are the last to
 * go; of the rest, what matters most stays, and what is left out can be read on.
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

/**
 * Reading on costs room itself, which may push out another line, and so on. The room for it only
 * grows: otherwise a line could be shown and hidden in turn, and be read twice or never.
 */
export function fitPortal(portal: PortalLines, room: LineRoom): FittedPortal {
  let reserved = portal.onward(sectionsOf(portal.state));
  let picked = pick(portal, room, reserved);
  let needed = portal.onward(shownIn(portal.state, picked.kept));
  while (bytesOf(needed) > bytesOf(reserved)) {
    reserved = needed;
    picked = pick(portal, room, reserved);
    needed = portal.onward(shownIn(portal.state, picked.kept));
  }
  const purse = purseOf({ bytes: bytesOf(picked.more) - 1, lines: picked.more.length });
  const more = needed.filter((line) => purse.take(line));
  const body = [...picked.kept].sort((a, b) => a - b).map((at) => portal.state[at]?.text ?? '');
  const head = portal.state.length === 0 || room.lines === 0 ? [] : [picked.head];
  const lines = [...head, ...body, ...picked.commands, ...more];
  const whole = body.length === Math.max(0, portal.state.length - 1);
  const isWhole = whole && picked.commands.length === portal.commands.length && !picked.isCut;
  return {
    lines,
    truncated: !isWhole,
    minimal: picked.minimal,
  };
}

interface Picked {
  readonly head: string;
  readonly isCut: boolean;
  readonly minimal: boolean;
  /** The places of the other lines that are kept. */
  readonly kept: ReadonlySet<number>;
  readonly commands: readonly string[];
  /** The lines to read on that there is room for. */
  readonly more: readonly string[];
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + utf8Length(line) + 1, 0);
}

function pick({ state, commands }: PortalLines, room: LineRoom, more: readonly string[]): Picked {
  const purse = purseOf(room);
  const head = state[0]?.text ?? '';
  const [next, ...others] = commands;
  const headRoom = next === undefined ? room.bytes : room.bytes - utf8Length(next) - 1;
  const allowsTwo = room.lines === undefined || room.lines > 1;
  const minimal = next !== undefined && (headRoom < LEAST_HEAD || !allowsTwo);
  const shown = cutLine(head, minimal ? room.bytes : headRoom);
  purse.take(shown);
  if (minimal || room.lines === 0) {
    const none = { kept: new Set<number>(), commands: [], more: [] };
    return { head: shown, isCut: true, minimal: true, ...none };
  }
  if (next !== undefined) purse.take(next);
  const readOn = more.filter((line) => purse.take(line));
  const kept = new Set<number>();
  const closed = new Set<string>();
  for (const at of byRank(state)) {
    const { text, section } = state[at] as StateLine;
    if (section !== undefined && closed.has(section)) continue;
    if (purse.take(text)) kept.add(at);
    else if (section !== undefined) closed.add(section);
  }
  const backups = others.filter((line) => purse.take(line));
  return {
    head: shown,
    isCut: shown !== head,
    minimal: shown !== head,
    kept,
    commands: next === undefined ? [] : [next, ...backups],
    more: readOn,
  };
}

/** The places of all lines but the first, the most important first. */
function byRank(state: readonly StateLine[]): readonly number[] {
  return state
    .map((line, at) => ({ at, rank: line.rank }))
    .slice(1)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ at }) => at);
}

function purseOf({ bytes, lines = Number.POSITIVE_INFINITY }: LineRoom) {
  let left = bytes + 1;
  let count = lines;
  return {
    /** Takes the line if there is room for it and its line break. */
    take(line: string): boolean {
      const cost = utf8Length(line) + 1;
      if (cost > left || count < 1) return false;
      left -= cost;
      count -= 1;
      return true;
    },
  };
}

function sectionsOf(state: readonly StateLine[]): ReadonlyMap<string, number> {
  return shownIn(state, new Set(state.keys()));
}

function shownIn(
  state: readonly StateLine[],
  kept: ReadonlySet<number>,
): ReadonlyMap<string, number> {
  const shown = new Map<string, number>();
  for (const [at, { section }] of state.entries()) {
    if (section === undefined) continue;
    shown.set(section, (shown.get(section) ?? 0) + (kept.has(at) ? 1 : 0));
  }
  return shown;
}

function cutLine(line: string, bytes: number): string {
  if (utf8Length(line) <= bytes) return line;
  return bytes > 3 ? `${utf8Prefix(line, bytes - 3)}...` : utf8Prefix(line, Math.max(0, bytes));
}
