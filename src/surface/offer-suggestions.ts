/** Makes suggestions fit for whoever gets them: they must run as they stand, for this caller, here. */

import { jsonBytes } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { redact } from '../kernel/redaction.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { findOperation } from '../operations/find-operation.ts';
import type { Caller } from './caller.ts';
import { ownWorkspace } from './choose-workspace.ts';
import { parseInput } from './parse-input.ts';
import type { Surface } from './surface.ts';

export interface Audience {
  readonly surface: Surface;
  readonly caller: Caller;
  /** Where the call was made; undefined where it touched no memory. */
  readonly workspace: string | undefined;
}

export function offered<Kind extends Suggestion>(
  suggestions: readonly Kind[],
  audience: Audience,
): readonly Kind[] {
  return suggestions
    .filter((each) => mayRun(each, audience))
    .map((each) => inWorkspace(each, audience))
    .filter((each) => jsonBytes(each.params) <= LIMITS.suggestionBytes && isClean(each));
}

function mayRun(suggestion: Suggestion, { surface, caller }: Audience): boolean {
  if (caller.role === 'write') return true;
  return !meansToWrite(suggestion, surface);
}

/** By the operation that a suggested call would run: behind a router, the one it leads to. */
function meansToWrite({ target, params }: Suggestion, { catalogue }: Surface): boolean {
  const routed = findOperation(catalogue, { tool: target, args: params });
  if (isRefusal(routed) || routed.operation.effect !== 'write') return false;
  const prepared = parseInput(routed.operation, routed.args);
  return isRefusal(prepared) || prepared.looks === false;
}

/** Scrubbed, it would no longer be the call that was meant. */
function isClean({ params }: Suggestion): boolean {
  return JSON.stringify(redact(params)) === JSON.stringify(params);
}

/** The server's own workspace goes without saying; any other must be named. */
function inWorkspace<Kind extends Suggestion>(suggestion: Kind, audience: Audience): Kind {
  const { surface, caller, workspace } = audience;
  // Where none is known yet, a suggestion that names one is the way to get one.
  if (workspace === undefined) return suggestion;
  const { workspace: _named, ...params } = suggestion.params;
  const operation = surface.catalogue.find((each) => each.name === suggestion.target);
  const isSaid = workspace === ownWorkspace(surface, caller) || operation?.effect === 'pure';
  return { ...suggestion, params: isSaid ? params : { workspace, ...params } };
}
