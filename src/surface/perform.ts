/** Runs an operation in its one transaction. */

import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Answer, Call, Effect, Operation } from '../operations/define-operation.ts';
import type { Reading } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { type Caller, mayTouch } from './caller.ts';
import type { Surface } from './dispatch.ts';
import type { Input } from './parse-input.ts';
import { resolveScope } from './resolve-scope.ts';

export interface Place {
  readonly workspace: string;
  readonly caller: Caller;
  readonly nowMs: number;
}

type Run = (tx: Reading) => Promise<Answer | Refusal>;

export async function perform(
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
    const scope =
      operation.scoped && tx ? await resolveScope(tx, input, operation.targetOnBranch) : undefined;
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
  const { workspace, caller } = place;
  if (workspace === surface.facts.defaultWorkspace && caller.role === 'write') {
    return write(surface, place, run);
  }
  const known = (await surface.store.workspaces()).filter((each) => mayTouch(caller, each));
  const meant = nearestName(workspace, known);
  return refuse('UNKNOWN_WORKSPACE', `workspace: no workspace ${workspace}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'The first write makes it; so does init.',
    suggestions: [suggestCall('init', { workspace }, 'Make the workspace')],
  });
}

/** The first write of a workspace makes it, in the same transaction. */
async function write(surface: Surface, place: Place, run: Run): Promise<Answer | Refusal> {
  const { workspace, caller, nowMs } = place;
  let isNew = false;
  const outcome = await surface.store.write(
    { workspace, agent: caller.agent, nowMs },
    async (tx) => {
      isNew = tx.head === 0;
      if (isNew) await tx.append([initializeWorkspace()]);
      return run(tx);
    },
  );
  return isNew && isRefusal(outcome) ? madeFirst(outcome, workspace) : outcome;
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
