/**
 * The way of a call, the same for every tool:
 * parse → workspace → target → transaction → decide → view → redact → budget → render.
 */

import { timestamp } from '../domain/documents/entry-view.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import type { JsonObject } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { redact, redactText } from '../kernel/redaction.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../kernel/suggestion.ts';
import type {
  Answer,
  Call,
  Effect,
  Operation,
  ServerFacts,
} from '../operations/define-operation.ts';
import { unknownTool } from '../operations/unknown-tool.ts';
import type { Reading, Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { askedBudget, budgetLines, budgetView } from './apply-budget.ts';
import type { Caller } from './caller.ts';
import { chooseWorkspace, forbid } from './choose-workspace.ts';
import { commandLine } from './command-line.ts';
import { type Input, parseInput } from './parse-input.ts';
import {
  type Rendering,
  type Reply,
  renderEnvelope,
  renderLines,
  renderPlain,
  renderRefusal,
  styleOf,
} from './render.ts';
import { resolveScope } from './resolve-scope.ts';

export interface Surface {
  readonly store: Store;
  readonly catalogue: readonly Operation[];
  readonly facts: ServerFacts;
  readonly now: () => number;
}

export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

/** Answers every call there can be; throws only for a bug. */
export async function dispatch(surface: Surface, call: ToolCall, caller: Caller): Promise<Reply> {
  const nowMs = surface.now();
  const operation = surface.catalogue.find((each) => each.name === call.tool);
  const rendering: Rendering = {
    tool: call.tool,
    style: operation ? styleOf(operation) : 'envelope',
    timestamp: timestamp(nowMs),
  };
  if (!operation) return renderRefusal(rendering, unknownTool(surface.catalogue, call.tool));
  const input = parseInput(operation, call.args);
  if (isRefusal(input)) return renderRefusal(rendering, scrubbed(input));

  const workspace =
    operation.effect === 'pure' ? '' : chooseWorkspace(input, surface.facts.defaultWorkspace);
  if (isRefusal(workspace)) return renderRefusal(rendering, workspace);
  const forbidden = operation.effect === 'pure' ? undefined : forbid(operation, workspace, caller);
  if (forbidden) return renderRefusal(rendering, forbidden);

  const outcome = await perform(surface, operation, input, {
    workspace,
    agent: caller.agent,
    nowMs,
  });
  if (isRefusal(outcome)) {
    return renderRefusal(rendering, scrubbed(placed(outcome, surface, workspace)));
  }
  return render(surface, operation, rendering, workspace, input, outcome);
}

interface Place {
  readonly workspace: string;
  readonly agent: string;
  readonly nowMs: number;
}

type Run = (tx: Reading) => Promise<Answer | Refusal>;

async function perform(
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
): Promise<Answer | Refusal> {
  try {
    return await inTransaction(surface, operation, input, place);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return refuse('STORE_UNAVAILABLE', error.message, {
      recovery: 'waymark doctor tells more.',
    });
  }
}

async function inTransaction(
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
): Promise<Answer | Refusal> {
  const run = async (tx: Reading | undefined) => {
    const scope = operation.scoped && tx ? await resolveScope(tx, input) : undefined;
    if (isRefusal(scope)) return scope;
    const outcome = await operation.run(input, {
      workspace: place.workspace,
      server: surface.facts,
      catalogue: surface.catalogue,
      tx,
      scope,
    } as Call<Effect, boolean>);
    return declared(operation, outcome);
  };
  if (operation.effect === 'pure') return run(undefined);
  if (operation.effect === 'write') return write(surface, place, run);
  if (operation.workspace === 'any') return surface.store.read(place.workspace, run);
  const seen = await surface.store.read(place.workspace, async (tx) =>
    tx.head === 0 ? undefined : run(tx),
  );
  return seen ?? readNew(surface, place, run);
}

/** The server's own workspace is made at its first use; a stranger's name is probably a slip. */
async function readNew(surface: Surface, place: Place, run: Run): Promise<Answer | Refusal> {
  const { workspace } = place;
  if (workspace !== surface.facts.defaultWorkspace) {
    const meant = nearestName(workspace, await surface.store.workspaces());
    return refuse('UNKNOWN_WORKSPACE', `workspace: no workspace ${workspace}`, {
      recovery: meant ? `Did you mean ${meant}?` : 'The first write makes it; so does init.',
      suggestions: [suggestCall('init', { workspace }, 'Make the workspace')],
    });
  }
  return write(surface, place, run);
}

/** The first write of a workspace makes it, in the same transaction. */
async function write(surface: Surface, place: Place, run: Run): Promise<Answer | Refusal> {
  let isNew = false;
  const outcome = await surface.store.write(place, async (tx) => {
    isNew = tx.head === 0;
    if (isNew) await tx.append([initializeWorkspace()]);
    return run(tx);
  });
  return isNew && isRefusal(outcome) ? madeFirst(outcome, place.workspace) : outcome;
}

/** The refusal took the new workspace back with it; what it proposes needs one to look into. */
function madeFirst(refusal: Refusal, workspace: string): Refusal {
  if (refusal.suggestions.length === 0) return refusal;
  const make = suggestCall('init', { workspace }, 'Make the workspace: it is new');
  return refuse(refusal.code, refusal.message, {
    ...refusal,
    suggestions: [make, ...refusal.suggestions],
  });
}

/** An operation that refuses in a way it never declared has a bug, and no reader was warned. */
function declared(operation: Operation, outcome: Answer | Refusal): Answer | Refusal {
  if (!isRefusal(outcome) || outcome.code === 'INVALID_INPUT') return outcome;
  if (outcome.code in operation.refusals) return outcome;
  throw new Error(`${operation.name} gave the undeclared refusal ${outcome.code}`);
}

function render(
  surface: Surface,
  operation: Operation,
  rendering: Rendering,
  workspace: string,
  input: Input,
  { view, warnings, suggestions }: Answer,
): Reply {
  const budget = askedBudget(input);
  const clean = redact(view) as JsonObject;
  if (operation.portal) {
    const portal = operation.portal(view);
    const commands = (portal.commands ?? []).map((each) => inWorkspace(each, surface, workspace));
    const all = [...portal.state, ...commands.map(commandLine)].map(redactText);
    const lines = budgetLines(all, budget);
    return renderLines(lines.payload, clean, [...warnings, ...lines.warnings], commands);
  }
  const fitted = isBudgeted(operation)
    ? budgetView(clean, budget, operation.trims)
    : { payload: clean, warnings: [] };
  if (operation.plain) return renderPlain(fitted.payload);
  const offered = suggestions.map((each) => inWorkspace(each, surface, workspace));
  return renderEnvelope(rendering, fitted.payload, [...warnings, ...fitted.warnings], offered);
}

/** Only what reads can be cut: a write must always say what it did. */
function isBudgeted(operation: Operation): boolean {
  return 'max_chars' in operation.schema.shape;
}

/** A refusal's calls must lead back to the workspace it came from. */
function placed(refusal: Refusal, surface: Surface, workspace: string): Refusal {
  const suggestions = refusal.suggestions.map((each) => inWorkspace(each, surface, workspace));
  return refuse(refusal.code, refusal.message, { ...refusal, suggestions });
}

function inWorkspace<Kind extends Suggestion>(
  suggestion: Kind,
  surface: Surface,
  workspace: string,
): Kind {
  if (suggestion.action !== 'call_tool') return suggestion;
  const { workspace: _named, ...params } = suggestion.params;
  const operation = surface.catalogue.find((each) => each.name === suggestion.target);
  const needed = workspace !== surface.facts.defaultWorkspace && operation?.effect !== 'pure';
  return { ...suggestion, params: needed ? { workspace, ...params } : params };
}

function scrubbed(refusal: Refusal): Refusal {
  return refuse(refusal.code, redactText(refusal.message), {
    ...refusal,
    suggestions: refusal.suggestions.map((each) => ({ ...each, params: redact(each.params) })),
  });
}
