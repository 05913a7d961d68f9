/**
 * The way of a call, the same for every tool: parse → workspace → target → transaction → decide →
 * view → redact → budget → render.
 */

import { WORKSPACE_ID } from '../kernel/ids.ts';
import { isJsonObject, type Json, type JsonObject, utf8Length } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { redact } from '../kernel/redaction.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../kernel/suggestion.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type {
  Ask,
  Operation,
  Prepared,
  Routed,
  Warning,
} from '../operations/declaration/define-operation.ts';
import { shownName } from '../operations/unknown-tool.ts';
import { CALL_MS, Patience } from '../store/patience.ts';
import { askedBudget, budgetView, type Frame, NO_FRAME } from './apply-budget.ts';
import { type Performed, parseKey, routeWithKey } from './call-key.ts';
import type { Caller } from './caller.ts';
import { chooseWorkspace, ownWorkspace, refuseForbidden } from './choose-workspace.ts';
import { type Along, doJobs } from './do-jobs.ts';
import { type Audience, offerSuggestions } from './offer-suggestions.ts';
import { parseInput } from './parse-input.ts';
import { perform, storeRefusal } from './perform.ts';
import { printPortal } from './portal-lines.ts';
import {
  LOOK_AROUND,
  type Rendering,
  type Reply,
  renderEnvelope,
  renderLines,
  renderPlain,
  renderRefusal,
  styleOf,
  withNextCall,
} from './render.ts';
import { requireDeclared } from './run-prepared.ts';
import type { CallContext, Surface, ToolCall } from './surface.ts';

/**
 * Answers every call. It throws only for a bug, or `Cancelled` if the signal cancelled the call in
 * time.
 */
export async function dispatch(
  server: Surface,
  call: ToolCall,
  caller: Caller,
  along: Along = {},
): Promise<Reply> {
  const surface = asReached(server, call);
  const routed = routeWithKey(surface.catalogue, call);
  if (!isRefusal(routed)) return answerCall(surface, routed, caller, along);
  const named = surface.catalogue.find((each) => each.name === call.tool);
  if (named) requireDeclared(named, routed);
  const workspace = workspaceIn(call.args);
  const suggestions = offerSuggestions(routed.suggestions, { surface, caller, workspace });
  return renderRefusal(
    renderingOf(named, call, surface.now()),
    refuse(routed.code, routed.message, { ...routed, suggestions }),
  );
}

/** False for a call that uses no memory, and for one that will be refused. */
export async function onlyReads(
  { catalogue, store }: Surface,
  call: ToolCall,
  workspace: string,
): Promise<boolean> {
  const routed = routeWithKey(catalogue, call);
  if (isRefusal(routed) || routed.operation.effect === 'pure') return false;
  const prepared = parseInput(routed.operation, routed.args);
  if (isRefusal(prepared)) return false;
  const { isReadOnly } = prepared;
  return typeof isReadOnly === 'function' ? store.read(workspace, isReadOnly) : isReadOnly;
}

/** A client that calls a tool that is not listed can call every tool by its name. */
function asReached(surface: Surface, { tool }: ToolCall): Surface {
  const { facts, catalogue } = surface;
  if (facts.reaches(tool) || !catalogue.some(({ name }) => name === tool)) return surface;
  return { ...surface, facts: { ...facts, reaches: () => true } };
}

/** The answer to any call while the memory cannot be opened. */
export function refuseUnopened(
  catalogue: readonly Operation[],
  call: ToolCall,
  nowMs: number,
  error: unknown,
): Reply {
  const named = catalogue.find((each) => each.name === call.tool);
  return renderRefusal(renderingOf(named, call, nowMs), storeRefusal(error));
}

function renderingOf(operation: Operation | undefined, call: ToolCall, nowMs: number): Rendering {
  return {
    tool: operation?.name ?? shownName(call.tool),
    style: operation ? styleOf(operation, call.args) : 'envelope',
    timestamp: timestamp(nowMs),
  };
}

async function answerCall(
  surface: Surface,
  { operation, args, key }: Routed & { readonly key: unknown },
  caller: Caller,
  along: Along,
): Promise<Reply> {
  const nowMs = surface.now();
  const rendering = renderingOf(operation, { tool: operation.name, args }, nowMs);
  const refused = (refusal: Refusal, workspace?: string) => {
    requireDeclared(operation, refusal);
    const suggestions = suggestionsFor(refusal, rendering, { surface, caller, workspace });
    return renderRefusal(
      rendering,
      refuse(refusal.code, refusal.message, { ...refusal, suggestions }),
    );
  };

  const prepared = parseInput(operation, args);
  if (isRefusal(prepared)) return refused(prepared, workspaceIn(args));
  const workspace = workspaceFor(surface, prepared, args, caller);
  if (isRefusal(workspace)) return refused(workspace, workspaceIn(args));
  const id = parseKey(key, operation);
  if (isRefusal(id)) return refused(id, workspace);
  const patience = new Patience(CALL_MS);
  const context: CallContext = {
    workspace: workspace ?? '',
    caller,
    nowMs,
    reply: along.reply,
    signal: along.signal,
    patience,
    gone: workspace === undefined ? undefined : await surface.store.presences?.gone(nowMs),
    call: { tool: operation.name, args, id },
  };
  const begun = await perform(surface, prepared, context);
  const outcome = await doJobs(surface, prepared, context, along, begun);
  if (isRefusal(outcome)) return refused(outcome, workspace);
  // Only now, after the commit, may the connection remember it.
  if (outcome.connection) caller.connection?.move(workspace ?? '', outcome.connection);
  if (workspace !== undefined) caller.connection?.touch(workspace, outcome.worksOn);
  const answered = renderAnswer(prepared, rendering, outcome, { surface, caller, workspace });
  return outcome.ask ? { ...answered, ask: redactAsk(outcome.ask) } : answered;
}

/** What the client shows to a person or a model. The state comes back and must be as it was. */
function redactAsk(ask: Ask): Ask {
  if (ask.kind === 'elicitation') return { ...ask, message: redact(ask.message) };
  if (ask.kind === 'roots') return ask;
  return { ...ask, prompt: { ...ask.prompt, message: redact(ask.prompt.message) } };
}

/**
 * Every refusal of the ledger proposes a next call: at least the one that shows its state. Plain
 * tools propose help for arguments that they refuse without other advice.
 */
function suggestionsFor(
  { code, recovery, suggestions }: Refusal,
  { style, tool }: Rendering,
  audience: Audience,
): readonly Suggestion[] {
  const fit = offerSuggestions(suggestions, audience);
  if (fit.length > 0) return fit;
  if (style === 'coded') return offerSuggestions([LOOK_AROUND], audience);
  const isUnadvised = style === 'plain' && code === 'INVALID_INPUT' && recovery === undefined;
  return isUnadvised
    ? offerSuggestions([suggestCall('help', { tool }, 'See the arguments')], audience)
    : fit;
}

/** The workspace of arguments that were refused: what is proposed instead is meant for it too. */
function workspaceIn(args: unknown): string | undefined {
  const named = isJsonObject(args as Json) ? (args as JsonObject).workspace : undefined;
  return typeof named === 'string' && WORKSPACE_ID.test(named) ? named : undefined;
}

/** Undefined for a tool that uses no memory. */
function workspaceFor(
  surface: Surface,
  prepared: Prepared,
  args: unknown,
  caller: Caller,
): string | undefined | Refusal {
  if (prepared.operation.effect === 'pure') return undefined;
  const workspace = chooseWorkspace(prepared, args, ownWorkspace(surface, caller));
  if (isRefusal(workspace)) return workspace;
  return refuseForbidden(prepared, workspace, caller) ?? workspace;
}

function renderAnswer(
  { operation, input }: Prepared,
  rendering: Rendering,
  { view, warnings, suggestions, failure, trims = [], bare, portal: linesOf }: Performed,
  audience: Audience,
): Reply {
  if (bare && operation.isPortal) return renderLines(['already done'], view, warnings, []);
  const budget = askedBudget(input, Object.keys(operation.fields), operation.room);
  // Redacted before it is cut: a cut could leave half a secret, which no pattern recognises.
  const cut = (whole: JsonObject, frame: Frame) =>
    isBudgeted(operation)
      ? budgetView(redact(whole), budget, [...operation.trims, ...trims], frame)
      : { payload: redact(whole), warnings: [] };
  if (linesOf) {
    const sent = audience.surface.structured ? cut(view, NO_FRAME).payload : {};
    const print = (frame: Frame) => printPortal(linesOf(), operation, budget, frame, audience);
    const printed = print((more) => bytesOf(renderLines([''], {}, [...warnings, ...more], [])));
    return renderLines(printed.lines, sent, [...warnings, ...printed.warnings], printed.commands);
  }
  const offered = offerSuggestions(suggestions, audience);
  const isPlain = rendering.style === 'plain';
  if (isPlain || rendering.style === 'coded') {
    const render = (payload: JsonObject, more: readonly Warning[]) =>
      renderPlain(payload, [...warnings, ...more], isPlain ? offered : []);
    const whole = isPlain ? withNextCall(view, offered) : view;
    const fitted = cut(whole, (more) => bytesOf(render({}, more)) - EMPTY_BYTES);
    return render(fitted.payload, fitted.warnings);
  }
  const enveloped = (calls: readonly Suggestion[]) => {
    return (payload: JsonObject, more: readonly Warning[]) =>
      renderEnvelope(rendering, payload, [...warnings, ...more], calls, failure);
  };
  // Proposals are left out where a budget has no room for them beside a payload.
  const proposed = bytesOf(enveloped(offered)({}, [])) - bytesOf(enveloped([])({}, []));
  const isCrowded = proposed + LIMITS.frameBytes + LIMITS.payloadBytes > budget.bytes;
  const render = enveloped(isCrowded ? [] : offered);
  const fitted = cut(view, (more) => bytesOf(render({}, more)) - EMPTY_BYTES);
  return render(fitted.payload, fitted.warnings);
}

/** Of `{}`, less the comma that joins a payload to its warnings. */
const EMPTY_BYTES = 1;

function bytesOf({ text }: Reply): number {
  return utf8Length(text);
}

/** Only reads can be cut: a write must always report what it did. */
function isBudgeted(operation: Operation): boolean {
  return 'max_chars' in operation.fields;
}
