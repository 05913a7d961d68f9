/** Cuts an answer to the caller's budget, and reports it. */

import type { Trim } from '../kernel/budget.ts';
import { clampBudget, countLines, fitBudget } from '../kernel/budget.ts';
import { type JsonObject, jsonBytes } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import type { Input, Warning } from '../operations/declaration/define-operation.ts';
import { fitPortal, type PortalLines } from './fit-portal.ts';

export interface AskedBudget {
  readonly bytes: number;
  readonly lines: number | undefined;
  /** What the caller asked for; undefined if only our own cap applies. */
  readonly asked: { readonly chars: boolean; readonly lines: boolean };
  readonly clamped: boolean;
  /** The arguments for paging, if the tool has any. */
  readonly paging: readonly string[];
}

/**
 * `known`: the arguments of the tool, since only those can be recommended. `usual`: the bytes of
 * its answers if the caller sets no budget.
 */
export function askedBudget(
  input: Input,
  known: readonly string[] = [],
  usual: number = LIMITS.answerBytes,
): AskedBudget {
  const caps = [input.max_chars, input.max_bytes].filter((cap) => typeof cap === 'number');
  const { bytes, clamped } = clampBudget(Math.min(...caps, caps.length > 0 ? Infinity : usual));
  const lines = typeof input.max_lines === 'number' ? input.max_lines : undefined;
  return {
    bytes,
    lines,
    asked: { chars: caps.length > 0, lines: lines !== undefined },
    clamped,
    paging: ['cursor', 'limit'].filter((name) => known.includes(name)),
  };
}

export interface Budgeted<Payload> {
  readonly payload: Payload;
  readonly warnings: readonly Warning[];
}

/** The bytes of an answer around its payload, given the warnings that the cut adds. */
export type Frame = (warnings: readonly Warning[]) => number;

/** The frame of a payload that is sent by itself. */
export const NO_FRAME: Frame = () => 0;

/** Lines get this much even if the warnings then exceed the budget: less would say nothing. */
const LEAST_LINES = 200;

/** Stands for the limit where its digits are counted: a limit with one more leaves no less room. */
const WIDEST = 9_999_999;

/** `frame` counts against the budget too, since the caller pays for the whole text. */
export function budgetView(
  view: JsonObject,
  budget: AskedBudget,
  trims: readonly Trim[],
  frame: Frame,
): Budgeted<JsonObject> {
  const { asked } = budget;
  const measured = { ...budget, bytes: WIDEST };
  const reported = jsonBytes(withReport({}, measured, { view, truncated: false }));
  const roomBeside = (warnings: readonly Warning[]) => ({
    bytes: roomFor(budget.bytes, frame(warnings) + reported, LIMITS.payloadBytes),
    ...(budget.lines === undefined ? {} : { lines: budget.lines }),
  });
  const fitted = fitWithWarnings((expected) => {
    const room = roomBeside(budgetWarnings(measured, expected));
    return fitBudget(view, room, expected.truncated ? trims : []);
  });
  return {
    payload: asked.chars || asked.lines ? withReport(fitted.view, budget, fitted) : fitted.view,
    warnings: budgetWarnings(budget, fitted),
  };
}

interface Cut {
  readonly truncated: boolean;
  readonly minimal: boolean;
  readonly isSignal?: true;
}

/** A cut is warned about, and the warning takes room itself. */
function fitWithWarnings<Fitted extends Cut>(fit: (expected: Cut) => Fitted): Fitted {
  const whole = fit({ truncated: false, minimal: false });
  const cut = whole.truncated ? fit({ truncated: true, minimal: false }) : whole;
  return cut.minimal ? fit({ truncated: true, minimal: true }) : cut;
}

function roomFor(bytes: number, taken: number, least: number): number {
  return Math.max(bytes - taken, Math.min(bytes, least));
}

function withReport(
  payload: JsonObject,
  { asked, bytes, lines }: AskedBudget,
  { view, truncated }: { readonly view: JsonObject; readonly truncated: boolean },
): JsonObject {
  const report = {
    ...(asked.chars ? { max_chars: bytes, used_chars: jsonBytes(view) } : {}),
    ...(asked.lines ? { max_lines: lines, used_lines: countLines(view) } : {}),
    truncated,
  };
  return asked.chars || asked.lines ? { ...payload, budget: report } : payload;
}

/** `room`: how long the answer may be, in bytes, if the caller sets no budget. */
export function budgetLines(
  portal: PortalLines,
  budget: AskedBudget,
  room: number | undefined,
  frame: Frame,
): Budgeted<readonly string[]> {
  const bytes = budget.asked.chars ? budget.bytes : Math.min(room ?? budget.bytes, budget.bytes);
  // What the caller did not limit is led on by the answer itself.
  const isAsked = budget.asked.chars || budget.asked.lines || room === undefined;
  const warned = (cut: Cut) => (isAsked ? budgetWarnings(budget, cut) : []);
  const fitted = fitWithWarnings((expected) => {
    const taken = frame(warned(expected));
    return fitPortal(portal, { bytes: roomFor(bytes, taken, LEAST_LINES), lines: budget.lines });
  });
  return { payload: fitted.lines, warnings: warned(fitted) };
}

function budgetWarnings(budget: AskedBudget, cut: Cut): Warning[] {
  const { truncated, minimal, isSignal } = cut;
  const size =
    budget.asked.chars || !budget.asked.lines ? `${budget.bytes} bytes` : `${budget.lines} lines`;
  const recovery = wayOut(budget);
  const left = isSignal ? 'only a minimal signal fits' : 'parts were left out';
  return [
    ...(budget.clamped
      ? [warning('BUDGET_MIN_CLAMPED', `max_chars was raised to ${budget.bytes}`, recovery)]
      : []),
    ...(truncated ? [warning('BUDGET_TRUNCATED', `cut to ${size}`, recovery)] : []),
    ...(minimal ? [warning('BUDGET_MINIMAL', left, recovery)] : []),
  ];
}

function wayOut({ asked, paging }: AskedBudget): string {
  const raise = asked.chars || !asked.lines ? 'max_chars' : 'max_lines';
  return paging.length === 0 ? `Raise ${raise}.` : `Raise ${raise} or use ${paging.join(' and ')}.`;
}

function warning(code: string, message: string, recovery: string): Warning {
  return { code, message, recovery };
}
