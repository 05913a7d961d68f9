/**
 * The key of a call. A caller that does not know whether a call was applied repeats it with the
 * same `call_id`, and it is applied only once. Tools do not see the key: it is removed before.
 */

import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  utf8Length,
} from '../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { isOneLine, isStorable } from '../kernel/text.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type {
  Answer,
  Operation,
  Portal,
  Routed,
  Warning,
} from '../operations/declaration/define-operation.ts';
import { findOperation } from '../operations/find-operation.ts';
import { sha256 } from '../sha256.ts';
import type { KeptCall, Writing } from '../store/port.ts';
import type { OutcomeUnknown } from '../store/unavailable.ts';
import type { Repeatable, ToolCall } from './surface.ts';

const NAME = 'call_id';
const MAX_CHARACTERS = 128;
/** A longer answer is not stored: a repeat then reports only that it was done, and which events. */
const MAX_ANSWER_BYTES = 32_768;
/** How many digits of the fingerprint a ticket carries. */
const TICKET_DIGITS = 8;

/** `bare`: the view is not the tool's own, but reports only that the call was done. */
export interface Performed extends Answer {
  readonly bare?: true;
}

/** An answer as it is stored with its key. */
type StoredAnswer = Pick<Answer, 'view' | 'warnings' | 'connection' | 'failure'> & {
  readonly portal?: Portal;
};

/** The operation that a call means, its arguments without the key, and the key. */
export function routeWithKey(
  catalogue: readonly Operation[],
  { tool, args }: ToolCall,
): (Routed & { readonly key: unknown }) | Refusal {
  const outer = withoutKey(args);
  const routed = findOperation(catalogue, { tool, args: outer.rest });
  if (isRefusal(routed)) return routed;
  const inner = withoutKey(routed.args);
  const key = inner.key ?? outer.key ?? undefined;
  if (key === undefined || routed.operation.effect === 'write') {
    return { operation: routed.operation, args: inner.rest, key };
  }
  // A tool that only reads takes no key, and refuses it like any unknown argument.
  return { ...routed, args: { ...(inner.rest as object), [NAME]: key }, key: undefined };
}

function withoutKey(args: unknown): { readonly key: unknown; readonly rest: unknown } {
  if (!isJsonObject(args as Json) || !Object.hasOwn(args as object, NAME)) {
    return { key: undefined, rest: args };
  }
  const { [NAME]: key, ...rest } = args as JsonObject;
  return { key, rest };
}

export function parseKey(key: unknown, { name }: Operation): string | undefined | Refusal {
  if (key === undefined) return undefined;
  const isFit =
    typeof key === 'string' && key.trim() !== '' && key.length <= MAX_CHARACTERS && isStorable(key);
  if (isFit && isOneLine(key)) return key;
  return badKey(`expected one line of 1 to ${MAX_CHARACTERS} characters`, name);
}

function badKey(fault: string, tool: string): Refusal {
  return refuse('INVALID_INPUT', `${NAME}: ${fault}`, {
    details: { field: NAME },
    recovery: `Use a new ${NAME} for a new call, or none.`,
    suggestions: [suggestCall('help', { tool }, 'See the arguments')],
  });
}

/**
 * Runs a call that has a key, unless it was applied before: then returns its first answer again.
 */
export async function runOnce(
  tx: Writing,
  call: Repeatable | undefined,
  run: () => Promise<Answer | Refusal>,
): Promise<Performed | Refusal> {
  const { id } = call ?? {};
  if (call === undefined || id === undefined) return run();
  const { tool } = call;
  const fingerprint = fingerprintOf(call);
  const known = await tx.calls.find(id);
  if (known) {
    const isSame = (known.tool ?? tool) === tool && fingerprint.startsWith(known.fingerprint);
    return isSame ? repeatedAnswer(known, id) : badKey('was used for another call', tool);
  }
  const outcome = await run();
  await keepAnswer(tx, call, outcome);
  return outcome;
}

/** Stores the answer under the key of its call, unless a job must give the answer first. */
export async function keepAnswer(
  tx: Writing,
  call: Repeatable | undefined,
  outcome: Answer | Refusal,
): Promise<void> {
  if (call?.id === undefined || isRefusal(outcome) || outcome.job) return;
  const { id, tool } = call;
  const fingerprint = fingerprintOf(call);
  await tx.calls.keep({ id, tool, fingerprint, answer: serializedAnswer(outcome) });
}

function serializedAnswer(answer: Answer): string | undefined {
  const { view, warnings, connection, failure, portal } = answer;
  const lines = portal ? { portal: portal() } : {};
  const text = JSON.stringify({ view, warnings, connection, failure, ...lines });
  return utf8Length(text) <= MAX_ANSWER_BYTES ? text : undefined;
}

function repeatedAnswer({ answer, events, madeMs }: KeptCall, id: string): Performed {
  const entered = events ? ` It appended the events ${events.first} to ${events.last}.` : '';
  const done: Warning = {
    code: 'ALREADY_DONE',
    message: `the call with ${NAME} ${id} was applied at ${timestamp(madeMs)}; this repeat changed nothing.${entered}`,
    recovery: `Use another ${NAME} for another call.`,
  };
  if (answer === undefined) {
    const view = { already_done: true, ...(events ? { events: { ...events } } : {}) };
    return { view, warnings: [done], suggestions: [], bare: true };
  }
  const { warnings, portal, ...first } = JSON.parse(answer) as StoredAnswer;
  const lines = portal ? { portal: () => portal } : {};
  return { ...first, ...lines, warnings: [...warnings, done], suggestions: [] };
}

/** The same for equal calls, whatever the order of their arguments. */
function fingerprintOf({ tool, args }: Repeatable): string {
  // The workspace is resolved separately, whether the call names it or not.
  const { workspace: _place, ...own } = (args ?? {}) as JsonObject;
  const sum = sha256();
  sum.add(canonicalJson([tool, own]));
  return sum.hex();
}

/** Refuses a call whose commit was lost, with the call that finds out or applies it now. */
export function refuseUnknown(error: OutcomeUnknown, call: Repeatable): Refusal {
  const { ticket } = error;
  const own = ticket && `${ticket}-${fingerprintOf(call).slice(0, TICKET_DIGITS)}`;
  const id = call.id ?? own;
  const key = id === undefined ? {} : { [NAME]: id };
  const params = { ...((call.args ?? {}) as JsonObject), ...key };
  return refuse('OUTCOME_UNKNOWN', error.message, {
    recovery:
      id === undefined
        ? 'Repeat the call: applying it twice has the same effect as once.'
        : `Repeat the same call with ${NAME}=${id}: if it was applied, it is recognised and changes nothing.`,
    suggestions: [suggestCall(call.tool, params, 'The same call, applied once')],
  });
}
