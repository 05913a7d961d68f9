/**
 * Fits an answer into the caller's budget, deterministically and in a declared order of cuts.
 *
 * A tool lists its trims from the least to the most painful. They are tried in that order until the
 * payload fits. If none is left, a minimal signal replaces the payload, so `used_chars <= max_chars`
 * holds without exception.
 */

import { type Json, type JsonObject, jsonBytes } from './json.ts';
import { LIMITS } from './limits.ts';

export interface Budget {
  /** UTF-8 bytes of the serialized payload. */
  readonly bytes: number;
  /** List items plus line breaks inside strings. */
  readonly lines?: number;
}

/** Whether a view fits, as trims ask it. */
export interface Fits {
  /** In bytes and in lines. */
  readonly whole: (view: JsonObject) => boolean;
  /** In bytes, whatever its lines: no text needs to be shorter then. */
  readonly bytes: (view: JsonObject) => boolean;
  /** Whether a view that fits leaves so much unused that half an item is better than none. */
  readonly isRoomy: (view: JsonObject) => boolean;
  /** The bytes of the whole view. */
  readonly room: number;
}

export interface Trim {
  /** Whether only a skeleton is left, which the reader is warned about. */
  readonly minimal: boolean;
  apply(view: JsonObject, fits: Fits): JsonObject;
}

export interface Fitted {
  readonly view: JsonObject;
  readonly truncated: boolean;
  readonly minimal: boolean;
  /** Nothing of the view is left. */
  readonly isSignal?: true;
}

/** An answer that was cut uses at least this much of its budget, if there is that much to show. */
const USED_SHARE = 0.7;

const SIGNALS: readonly JsonObject[] = [{ signal: 'minimal' }, {}];

export function countLines(value: Json | undefined): number {
  if (typeof value === 'string') return value.split('\n').length - 1;
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : Object.values(value);
  const own = Array.isArray(value) ? value.length : 0;
  return items.reduce<number>((sum, item) => sum + countLines(item), own);
}

export function fitBudget(view: JsonObject, budget: Budget, trims: readonly Trim[]): Fitted {
  const bytes = (candidate: JsonObject) => jsonBytes(candidate) <= budget.bytes;
  const lines = (candidate: JsonObject) =>
    budget.lines === undefined || countLines(candidate) <= budget.lines;
  const fits: Fits = {
    whole: (candidate) => bytes(candidate) && lines(candidate),
    bytes,
    isRoomy: (candidate) =>
      jsonBytes(candidate) < USED_SHARE * budget.bytes &&
      (budget.lines === undefined || countLines(candidate) < USED_SHARE * budget.lines),
    room: budget.bytes,
  };
  if (fits.whole(view)) return { view, truncated: false, minimal: false };

  let current: JsonObject = { ...view, truncated: true };
  let minimal = false;
  for (const trim of trims) {
    const trimmed = trim.apply(current, fits);
    // A trim that found nothing to cut must not cause a warning about a skeleton.
    if (trim.minimal && trimmed !== current) minimal = true;
    current = trimmed;
    if (fits.whole(current)) return { view: current, truncated: true, minimal };
  }
  return { view: SIGNALS.find(fits.whole) ?? {}, truncated: true, minimal: true, isSignal: true };
}

/** The budget that a caller asked for, raised to the smallest that can hold a payload. */
export function clampBudget(asked: number): { bytes: number; clamped: boolean } {
  return asked < LIMITS.budgetFloor
    ? { bytes: LIMITS.budgetFloor, clamped: true }
    : { bytes: asked, clamped: false };
}
