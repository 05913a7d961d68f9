/** A refusal: "no" as a value, with a code, a sentence and the next call. Bugs are thrown instead. */

import type { Suggestion } from './suggestion.ts';

/** Every code a caller can meet. An operation declares those it gives; a test reaches each one. */
export const REFUSAL_CODES = [
  'CONFLICT',
  'FORBIDDEN',
  'INVALID_INPUT',
  'INVALID_NAME',
  'MERGE_NOT_SUPPORTED',
  'NO_CHECKOUT',
  'STORE_UNAVAILABLE',
  'UNKNOWN_ID',
  'UNKNOWN_TOOL',
  'UNKNOWN_WORKSPACE',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The brand is a symbol so that no JSON value a caller sends can pass for a refusal. */
const brand = Symbol('refusal');

export interface Refusal {
  readonly [brand]: true;
  readonly code: RefusalCode;
  readonly message: string;
  readonly recovery?: string;
  readonly suggestions: readonly Suggestion[];
}

export interface RefusalAdvice {
  readonly recovery?: string;
  readonly suggestions?: readonly Suggestion[];
}

export function refuse(code: RefusalCode, message: string, advice: RefusalAdvice = {}): Refusal {
  return Object.freeze({
    [brand]: true as const,
    code,
    message,
    ...(advice.recovery === undefined ? {} : { recovery: advice.recovery }),
    suggestions: Object.freeze([...(advice.suggestions ?? [])]),
  });
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && brand in value;
}
