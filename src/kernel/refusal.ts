/**
 * A refusal: "no" as a value, with a code, a sentence and the next call. Bugs are thrown instead.
 */

import type { JsonObject } from './json.ts';
import type { Suggestion } from './suggestion.ts';

/** Every refusal code. An operation declares those it returns, and a test reaches each one. */
export const REFUSAL_CODES = [
  'BATCH_FAILED',
  'CHECKPOINTS_NOT_CONFIRMED',
  'CLAIM_HELD',
  'CONFLICT',
  'CROSS_PROJECT',
  'CYCLE_DETECTED',
  'DUPLICATE_REF',
  'EVIDENCE_REQUIRED',
  'EXPECTED_TARGET_MISMATCH',
  'FORBIDDEN',
  'INVALID_DEPENDS_ON',
  'INVALID_INPUT',
  'INVALID_NAME',
  'INVALID_OPERATION',
  'INVALID_PARENT_REF',
  'MERGE_NOT_SUPPORTED',
  'MISSING_PARENT',
  'NODE_NOT_FOUND',
  'NO_CHECKOUT',
  'OUTCOME_UNKNOWN',
  'PROJECT_NOT_FOUND',
  'PROOF_REQUIRED',
  'REVISION_MISMATCH',
  'SESSION_NOT_FOUND',
  'STAGE_REQUIREMENT_NOT_MET',
  'STORE_UNAVAILABLE',
  'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
  'THOUGHT_NOT_FOUND',
  'UNKNOWN_ID',
  'UNKNOWN_TOOL',
  'UNKNOWN_WORKSPACE',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The brand is a symbol so that no JSON value a caller sends can pass for a refusal. */
const brand = Symbol('refusal');

/** Why the domain refused, as data. Operations turn it into advice: a recovery and next calls. */
export interface Reason {
  readonly kind: string;
}

export interface Refusal {
  readonly [brand]: true;
  readonly code: RefusalCode;
  readonly message: string;
  readonly reason?: Reason;
  readonly recovery?: string;
  readonly suggestions: readonly Suggestion[];
  /** Shown beside the message in plain answers: the field, the path of a cycle, the known names. */
  readonly details?: JsonObject;
}

export interface RefusalAdvice {
  readonly reason?: Reason;
  readonly recovery?: string;
  readonly details?: JsonObject;
  readonly suggestions?: readonly Suggestion[];
}

export function refuse(code: RefusalCode, message: string, advice: RefusalAdvice = {}): Refusal {
  return Object.freeze({
    [brand]: true as const,
    code,
    message,
    ...(advice.reason === undefined ? {} : { reason: advice.reason }),
    ...(advice.recovery === undefined ? {} : { recovery: advice.recovery }),
    suggestions: Object.freeze([...(advice.suggestions ?? [])]),
    ...(advice.details === undefined ? {} : { details: advice.details }),
  });
}

/** Returns the `refuseFor` of one noun, which accepts the reasons of that noun only. */
export function refuserFor<Why extends Reason>() {
  return (reason: Why, code: RefusalCode, message: string, details?: JsonObject): Refusal =>
    refuse(code, message, details === undefined ? { reason } : { reason, details });
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && brand in value;
}
