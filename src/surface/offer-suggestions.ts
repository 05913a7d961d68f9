/**
 * Fits suggestions to their reader: they must run as they are, for this caller, in this workspace.
 */

import { jsonBytes } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { redact } from '../kernel/redaction.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { findOperation } from '../operations/find-operation.ts';
import { reachable } from '../operations/reach.ts';
import type { Caller } from './caller.ts';
import { ownWorkspace } from './choose-workspace.ts';
import { parseInput } from './parse-input.ts';
import type { Surface } from './surface.ts';

export interface Audience {
  readonly surface: Surface;
  readonly caller: Caller;
  /** Where the call was made; undefined if it used no memory. */
  readonly workspace: string | undefined;
}

export function offerSuggestions<Kind extends Suggestion>(
  suggestions: readonly Kind[],
  audience: Audience,
): readonly Kind[] {
  return suggestions
    .filter((each) => mayRun(each, audience))
    .map((each) => reached(inWorkspace(each, audience), audience))
    .filter((each) => jsonBytes(each.params) <= LIMITS.suggestionBytes && isClean(each));
}

function mayRun(suggestion: Suggestion, { surface, caller }: Audience): boolean {
  if (caller.role === 'write') return true;
  return !meansToWrite(suggestion, surface);
}

/** Decided by the operation that the suggested call would run; behind a router, the routed one. */
function meansToWrite({ target, params }: Suggestion, { catalogue }: Surface): boolean {
  const routed = findOperation(catalogue, { tool: target, args: params });
  if (isRefusal(routed) || routed.operation.effect !== 'write') return false;
  const prepared = parseInput(routed.operation, routed.args);
  return isRefusal(prepared) || prepared.isReadOnly === false;
}

/** A tool outside the list is called through the gateway. */
function reached<Kind extends Suggestion>(suggestion: Kind, { surface }: Audience): Kind {
  const { target, params } = suggestion;
  const { tool, args } = reachable({ tool: target, args: params }, surface.facts.reaches);
  return { ...suggestion, target: tool, params: args };
}

/** If it had to be redacted, it would no longer be the call that was meant. */
function isClean({ params }: Suggestion): boolean {
  return JSON.stringify(redact(params)) === JSON.stringify(params);
}

/** The server's own workspace need not be named; any other must be. */
function inWorkspace<Kind extends Suggestion>(suggestion: Kind, audience: Audience): Kind {
  const { surface, caller, workspace } = audience;
  // If no workspace is known yet, a suggestion that names one is how to get one.
  if (workspace === undefined) return suggestion;
  const { workspace: _named, ...params } = suggestion.params;
  const operation = surface.catalogue.find((each) => each.name === suggestion.target);
  const isSaid = workspace === ownWorkspace(surface, caller) || operation?.effect === 'pure';
  return { ...suggestion, params: isSaid ? params : { workspace, ...params } };
}
