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

/** `known`: the arguments of the tool, since only those can be recommended. */
export function askedBudget(input: Input, known: readonly string[] = []): AskedBudget {
  const caps = [input.max_chars, input.max_bytes].filter((cap) => typeof cap === 'number');
  const { bytes, clamped } = clampBudget(
    Math.min(...caps, caps.length > 0 ? Infinity : LIMITS.answerBytes),
  );
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

export function budgetView(
  view: JsonObject,
  budget: AskedBudget,
  trims: readonly Trim[],
): Budgeted<JsonObject> {
  const limits = {
    bytes: budget.bytes,
    ...(budget.lines === undefined ? {} : { lines: budget.lines }),
  };
  const fitted = fitBudget(view, limits, trims);
  const { asked } = budget;
  const report = {
    ...(asked.chars ? { max_chars: budget.bytes, used_chars: jsonBytes(fitted.view) } : {}),
    ...(asked.lines ? { max_lines: budget.lines, used_lines: countLines(fitted.view) } : {}),
    truncated: fitted.truncated,
  };
  return {
    payload: asked.chars || asked.lines ? { ...fitted.view, budget: report } : fitted.view,
    warnings: budgetWarnings(budget, fitted),
  };
}

/** `room`: how long the answer may be, in bytes, if the caller sets no budget. */
export function budgetLines(
  portal: PortalLines,
  budget: AskedBudget,
  room: number | undefined,
): Budgeted<readonly string[]> {
  const bytes = budget.asked.chars ? budget.bytes : Math.min(room ?? budget.bytes, budget.bytes);
  const fitted = fitPortal(portal, { bytes, lines: budget.lines });
  // What the caller did not limit is led on by the answer itself.
  const isAsked = budget.asked.chars || budget.asked.lines || room === undefined;
  return { payload: fitted.lines, warnings: isAsked ? budgetWarnings(budget, fitted) : [] };
}

function budgetWarnings(
  budget: AskedBudget,
  { truncated, minimal }: { truncated: boolean; minimal: boolean },
): Warning[] {
  const size =
    budget.asked.chars || !budget.asked.lines ? `${budget.bytes} bytes` : `${budget.lines} lines`;
  const recovery = wayOut(budget);
  return [
    ...(budget.clamped
      ? [warning('BUDGET_MIN_CLAMPED', `max_chars was raised to ${budget.bytes}`, recovery)]
      : []),
    ...(truncated ? [warning('BUDGET_TRUNCATED', `the answer was cut to ${size}`, recovery)] : []),
    ...(minimal ? [warning('BUDGET_MINIMAL', 'only a minimal signal fits', recovery)] : []),
  ];
}

function wayOut({ asked, paging }: AskedBudget): string {
  const raise = asked.chars || !asked.lines ? 'max_chars' : 'max_lines';
  return paging.length === 0
    ? `Raise ${raise}.`
    : `Raise ${raise}, or go by pages with ${paging.join(' and ')}.`;
}

function warning(code: string, message: string, recovery: string): Warning {
  return { code, message, recovery };
}
