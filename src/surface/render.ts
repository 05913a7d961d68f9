/** Renders an answer as an envelope, as lines, as plain JSON or as the ledger's coded JSON. */

import { GATEWAY } from '../domain/thoughts/gateway-state.ts';
import { ledgerCode } from '../domain/thoughts/ledger-codes.ts';
import { printedLine } from '../kernel/excerpt.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';
import type { Refusal, RefusalCode } from '../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../kernel/suggestion.ts';
import { cleanLine } from '../kernel/text.ts';
import type {
  Ask,
  Failure,
  Operation,
  Warning,
} from '../operations/declaration/define-operation.ts';
import { plainCode } from '../operations/declaration/describe-operation.ts';
import { commandLine } from './command-line.ts';

/** What goes over the wire. */
export interface Reply {
  readonly text: string;
  readonly isError: boolean;
  /** The code of the refusal, if the call was refused or stopped half way. */
  readonly refusal?: RefusalCode;
  /** The same as structured content, for clients that read it; empty if only lines are sent. */
  readonly structured: JsonObject;
  /** The calls that this reply proposes, whatever their form in the text. */
  readonly suggestions: readonly Suggestion[];
  /** What the client is asked for, if it can be asked. */
  readonly ask?: Ask;
}

/** One next action and at most one backup: a menu costs more than it helps. */
const MAX_SUGGESTIONS = 2;
/** A refusal of the ledger lists calls to be made one after the other: to stage 1, to 2, the call. */
const MAX_STEPS = 3;

/** The `intent` of a task tool has no prefix; macros and set-up keep it. */
const FULL_INTENT = /^tasks_(macro_|bootstrap$|scaffold$|storage$)/;

function intentOf(tool: string): string {
  return FULL_INTENT.test(tool) ? tool : tool.replace(/^tasks_/, '');
}

export interface Rendering {
  readonly tool: string;
  readonly style: 'envelope' | 'lines' | 'plain' | 'coded';
  readonly timestamp: string;
}

/** `args` as they were sent, so that a refusal of them has the right style too. */
export function styleOf(
  { toolset, isPortal, plain }: Operation,
  args?: unknown,
): Rendering['style'] {
  if (isPortal) return 'lines';
  if (toolset === 'thoughtbox') return 'coded';
  const isPlain = typeof plain === 'function' ? plain(args) : plain;
  return isPlain ? 'plain' : 'envelope';
}

/** `result` was redacted before it was cut. After a failure it says what was done before it. */
export function renderEnvelope(
  rendering: Rendering,
  result: JsonObject,
  warnings: readonly Warning[],
  suggestions: readonly Suggestion[],
  failure?: Failure,
): Reply {
  const offered = suggestions.slice(0, MAX_SUGGESTIONS);
  const answered = reply(
    {
      success: failure === undefined,
      intent: intentOf(rendering.tool),
      result,
      warnings: redact(warnings.map(warningView)),
      suggestions: redact(offered.map(suggestionView)),
      context: {},
      error: failure ? redact({ ...failure }) : null,
      timestamp: rendering.timestamp,
    },
    failure !== undefined,
    offered,
  );
  return failure ? { ...answered, refusal: failure.code } : answered;
}

export function renderLines(
  lines: readonly string[],
  view: JsonObject,
  warnings: readonly Warning[],
  suggestions: readonly Suggestion[],
): Reply {
  const text = [...lines, ...warnings.map(warningLine)].map(cleanLine).join('\n');
  return { text, isError: false, structured: view, suggestions };
}

/** The first call that an answer in plain JSON proposes is part of its view, and so of its budget. */
export function withNextCall(view: JsonObject, [first]: readonly Suggestion[]): JsonObject {
  return first ? { ...view, next_call: { tool: first.target, args: first.params } } : view;
}

/** `view` was redacted before it was cut. */
export function renderPlain(
  view: JsonObject,
  warnings: readonly Warning[] = [],
  suggestions: readonly Suggestion[] = [],
): Reply {
  const shownWarnings =
    warnings.length === 0 ? {} : { warnings: redact(warnings.map(warningView)) };
  return reply({ ...view, ...shownWarnings }, false, suggestions.slice(0, 1));
}

/** The suggestion of a refusal of the ledger that has none: it shows the caller's state. */
export const LOOK_AROUND = suggestCall(
  GATEWAY,
  { operation: 'get_state' },
  'See where things stand',
);

function nextCalls(suggestions: readonly Suggestion[]): Json {
  const calls = suggestions.length === 0 ? [LOOK_AROUND] : suggestions;
  return calls.map(nextCall);
}

function nextCall({ target, params }: Suggestion): JsonObject {
  return { tool: target, args: params };
}

/** The error of the ledger: a code, a message, and in its details the next calls. */
function codedRefusal(refusal: Refusal, suggestions: readonly Suggestion[]): JsonObject {
  const { code, message, recovery, details } = refusal;
  return {
    code: ledgerCode(code),
    message,
    details: {
      ...details,
      ...(recovery === undefined ? {} : { recovery }),
      next: nextCalls(suggestions),
    },
  };
}

/** A bug in the ledger's own form, for its tool; other tools leave it to the protocol. */
export function renderBug(tool: string, message: string): Reply | undefined {
  if (tool !== GATEWAY) return undefined;
  const details = { next: nextCalls([]) };
  return refusalReply({ code: 'INTERNAL_ERROR', message, details }, []);
}

export function renderRefusal(rendering: Rendering, refusal: Refusal): Reply {
  return { ...refusalIn(rendering, refusal), refusal: refusal.code };
}

function refusalIn(rendering: Rendering, refusal: Refusal): Reply {
  const most = rendering.style === 'coded' ? MAX_STEPS : MAX_SUGGESTIONS;
  const suggestions = refusal.suggestions.slice(0, most);
  const { code, message, recovery } = refusal;
  const error = { code, message, ...(recovery === undefined ? {} : { recovery }) };
  if (rendering.style === 'lines') {
    const fix = recovery === undefined ? '' : ` | fix: ${recovery}`;
    const lines = [`ERROR: ${code} ${message}${fix}`, ...suggestions.map(commandLine)];
    return {
      text: lines.map(printedLine).join('\n'),
      isError: true,
      structured: redact({ error }),
      suggestions,
    };
  }
  if (rendering.style === 'coded')
    return refusalReply(codedRefusal(refusal, suggestions), suggestions);
  if (rendering.style === 'plain') {
    const hint = recovery === undefined ? {} : { recovery };
    const next = suggestions.length === 0 ? {} : { next: suggestions.map(nextCall) };
    const errorView = {
      error: message,
      code: plainCode(code),
      ...refusal.details,
      ...hint,
      ...next,
    };
    return refusalReply(errorView, suggestions);
  }
  return refusalReply(
    {
      success: false,
      intent: intentOf(rendering.tool),
      result: {},
      warnings: [],
      suggestions: suggestions.map(suggestionView),
      context: {},
      error,
      timestamp: rendering.timestamp,
    },
    suggestions,
  );
}

/** Takes only parts that were redacted; each part is redacted once. */
function reply(
  structured: JsonObject,
  isError: boolean,
  suggestions: readonly Suggestion[],
): Reply {
  return { text: JSON.stringify(structured), isError, structured, suggestions };
}

/** Redacted here: errors and names may repeat what was sent. */
function refusalReply(view: JsonObject, suggestions: readonly Suggestion[]): Reply {
  return reply(redact(view), true, suggestions);
}

function warningLine({ code, message, recovery }: Warning): string {
  return printedLine(`WARNING: ${code} ${message} | fix: ${recovery}`);
}

function warningView({ code, message, recovery }: Warning): JsonObject {
  return { code, message, recovery };
}

function suggestionView(suggestion: Suggestion): JsonObject {
  return { ...suggestion };
}
