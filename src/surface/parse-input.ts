/** Turns what was sent into checked arguments, or into a refusal that says what to send instead. */

import type { z } from 'zod';
import { type Json, type JsonObject, jsonBytes } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { unfilled } from '../kernel/placeholder.ts';
import { redactText } from '../kernel/redaction.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { isStorable } from '../kernel/text.ts';
import type { Operation, Prepared } from '../operations/declaration/define-operation.ts';
import { namesAt } from '../operations/declaration/names-at.ts';
import { settleArgs } from '../operations/declaration/settle-args.ts';
import { correctedCall } from './propose-again.ts';

/** More faults would only hide the first one. */
const FAULTS_TOLD = 3;

export function parseInput(operation: Operation, args: unknown): Prepared | Refusal {
  const given = args ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    return invalid(operation, [() => `arguments: expected an object, received ${kindOf(given)}`]);
  }
  const fault = faultOfSize(given as Json);
  if (fault !== undefined) return invalid(operation, [() => fault], given as JsonObject);
  const open = openPlaces(given as Json);
  if (open.length > 0) return placeholders(operation, open, given as JsonObject);
  const settled = settleArgs(operation, given as JsonObject);
  if (isRefusal(settled)) return settled;
  const prepared = operation.prepare(settled);
  if (!('issues' in prepared)) return prepared;
  return invalid(
    operation,
    prepared.issues.flatMap((issue) => faultsOf(issue, operation, settled)),
    settled,
  );
}

/** Describes a fault. A call may have thousands; those that are only counted are not described. */
type Fault = () => string;

function invalid(operation: Operation, faults: readonly Fault[], given: JsonObject = {}): Refusal {
  const shown = faults.slice(0, FAULTS_TOLD).map((describe) => describe());
  const more = faults.length - shown.length;
  const message = more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ');
  const [, unknown, path] = /^(?:unknown argument "([^"]*)"|([^:]*):)/.exec(shown[0] ?? '') ?? [];
  const { minimal } = operation;
  if (minimal) {
    return refuse('INVALID_INPUT', message, {
      details: { field: unknown ?? path ?? '' },
      suggestions: [
        suggestCall(operation.name, correctedCall(operation, given, isFit), 'A corrected call'),
      ],
    });
  }
  return refuse('INVALID_INPUT', message, {
    details: { field: unknown ?? path ?? '' },
    recovery: `help tool=${operation.name} shows its arguments and a valid call.`,
    suggestions: [suggestCall('help', { tool: operation.name }, 'See the arguments')],
  });
}

/** A place in the arguments that still holds a placeholder, and what is to be filled in there. */
interface OpenPlace {
  readonly path: string;
  readonly what: string;
}

/** The places of receipts. Tools ignore receipts that are placeholders, and warn about them. */
const RECEIPT =
  /^(?:operations\.\d+\.(?:args|arguments)\.)?(?:proof|checks|proof\.checks)(?:\.\d+)?$/;

/** The pattern is tried on no longer path: below a long name, each try would copy the name. */
const LONGEST_RECEIPT = 64;

/** At every depth, since proposed calls have placeholders inside lists and objects too. */
function openPlaces(value: Json | undefined, path = ''): readonly OpenPlace[] {
  if (typeof value === 'string') {
    const isReceipt = path.length <= LONGEST_RECEIPT && RECEIPT.test(path);
    const what = isReceipt ? undefined : unfilled(value);
    return what === undefined ? [] : [{ path, what }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    openPlaces(item, path === '' ? name : `${path}.${name}`),
  );
}

function placeholders(
  operation: Operation,
  open: readonly OpenPlace[],
  given: JsonObject,
): Refusal {
  const faults = open.map(({ path, what }) => () => {
    const asked = what === '' ? 'your own words' : what;
    return shortened(`${path}: is still a placeholder; fill in: ${asked}`);
  });
  const refusal = invalid(operation, faults, given);
  // The route of a gateway gets a corrected call. Elsewhere the caller has the call already.
  if (operation.minimal) return refusal;
  const recovery = 'Send it again with your own words there.';
  return refuse(refusal.code, refusal.message, { details: refusal.details ?? {}, recovery });
}

function isFit(value: Json): boolean {
  return faultOfSize({ value }) === undefined;
}

/** Checked before anything else reads the value, so that no later stage is overwhelmed. */
function faultOfSize(args: Json): string | undefined {
  let values = 0;
  const visit = (value: Json | undefined, path: string, depth: number): string | undefined => {
    values += 1;
    if (values > LIMITS.values) return `arguments: at most ${LIMITS.values} values`;
    if (typeof value === 'string') {
      return isStorable(value) ? undefined : `${path}: not valid text (NUL or half a character)`;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= LIMITS.depth) return `${path}: nested deeper than ${LIMITS.depth} levels`;
    for (const [name, item] of Object.entries(value)) {
      // JavaScript objects would lose such a name.
      const isLost = name === '__proto__' && depth > 0;
      if (!isStorable(name) || isLost) return `${path}: a name is not valid text`;
      const fault = visit(item, path === '' ? name : `${path}.${name}`, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const fault = visit(args, '', 0);
  if (fault !== undefined) return shortened(fault);
  return jsonBytes(args) > LIMITS.callBytes
    ? `arguments: at most ${LIMITS.callBytes} bytes in one call`
    : undefined;
}

/** A hostile path must not produce a huge error. */
function shortened(text: string): string {
  if (text.length <= 200) return text.toWellFormed();
  const chars = [...redactText(text.toWellFormed())];
  return `${chars.slice(0, 60).join('')}…${chars.slice(-60).join('')}`;
}

function faultsOf(issue: z.core.$ZodIssue, operation: Operation, args: object): Fault[] {
  const path = () => shortened(issue.path.map(String).join('.'));
  if (issue.code === 'unrecognized_keys') {
    const known = () => namesAt(operation.fields, issue.path);
    return issue.keys.map((name) => () => unknownArgument(name, path(), known()));
  }
  return [() => describeIssue(issue, path(), args)];
}

function describeIssue(issue: z.core.$ZodIssue, path: string, args: object): string {
  if (issue.code === 'invalid_type' && isMissing(args, issue.path)) return `${path}: required`;
  return `${path}: ${issue.message.replace(/^Invalid input: /, '').replace(/^Too (big|small): /, '')}`;
}

function unknownArgument(name: string, path: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const full = JSON.stringify(shortened(path === '' ? name : `${path}.${name}`));
  return `unknown argument ${full}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`;
}

function isMissing(args: unknown, path: readonly PropertyKey[]): boolean {
  let value = args;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return true;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value === undefined;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'an array' : typeof value;
}
