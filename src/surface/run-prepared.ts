/** Runs a prepared call in an open transaction, with what its facets ask for. */

import type { JsonObject } from '../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import type {
  Answer,
  BaseCall,
  FocusMove,
  Operation,
  Prepared,
  Supply,
} from '../operations/declaration/define-operation.ts';
import { mayMeet } from '../operations/declaration/describe-operation.ts';
import { findOperation } from '../operations/find-operation.ts';
import { advised } from '../operations/tasks/steps/refusal-advice.ts';
import type { Reading, Writing } from '../store/port.ts';
import { ownWorkspace } from './choose-workspace.ts';
import { parseInput } from './parse-input.ts';
import { resolveAim } from './resolve-aim.ts';
import type { Asker } from './resolve-focus.ts';
import { resolveScope } from './resolve-scope.ts';
import type { CallContext, Surface, ToolCall } from './surface.ts';

/** The transaction that is open, by what may be done in it. */
interface Transaction {
  readonly reading?: Reading;
  readonly writing?: Writing;
}

/** How a call came to run, where it is not a call of its own. */
interface Beside {
  readonly focus?: FocusMove;
  readonly batch?: number | undefined;
  /** Whether another tool made the call. */
  readonly isPart?: boolean;
}

export async function runPrepared(
  tx: Transaction,
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  beside: Beside = {},
): Promise<Answer | Refusal> {
  const { workspace, nowMs, caller } = context;
  const call: BaseCall = {
    workspace,
    nowMs,
    agent: caller.agent,
    server: { ...surface.facts, defaultWorkspace: ownWorkspace(surface, caller) },
  };
  const outcome = await prepared.run(call, supplyFor(tx, surface, prepared, context, beside));
  return isRefusal(outcome) ? holdToDeclaration(prepared.operation, advised(outcome)) : outcome;
}

/** An operation that refuses in a way it never declared has a bug, and no reader was warned. */
export function holdToDeclaration(operation: Operation, refusal: Refusal): Refusal {
  if (mayMeet(operation, refusal.code)) return refusal;
  throw new Error(`${operation.name} gave the undeclared refusal ${refusal.code}`);
}

const STAYS: FocusMove = { restored: false, previous: null };

function supplyFor(
  tx: Transaction,
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  { focus = STAYS, batch, isPart = false }: Beside,
): Supply {
  const { operation, input } = prepared;
  const { workspace, caller, reply, endsWithProcess = false } = context;
  const asker = askerOf(tx, prepared, context);
  const reading = () => {
    if (tx.reading) return tx.reading;
    throw new Error(`${operation.name} touches no memory`);
  };
  return {
    reading,
    writing: () => tx.writing ?? lookingOnly(reading(), operation),
    async target(aim) {
      const target = await resolveAim(reading(), input, aim, asker);
      if (!isRefusal(target)) caller.connection?.touch(workspace, target.root.id);
      return target;
    },
    scope: (targetOnBranch) => resolveScope(reading(), input, asker, targetOnBranch),
    present: asker.present,
    focus,
    // What another tool asks for is a part of its own view.
    wantsView: isPart || surface.structured || !operation.isPortal,
    batch,
    role: caller.role,
    isPassing: caller.isPassing ?? false,
    endsWithProcess,
    connection: caller.connection && { state: caller.connection.stateIn(workspace) },
    reply,
    catalogue: surface.catalogue,
    newId: surface.newId,
    newWorkId: surface.newWorkId,
    invoke: (tool, args, part) => invoke(tx, surface, { tool, args }, context, part),
  };
}

/** What a call that only looks gets for a transaction: to write in it is a bug. */
function lookingOnly(tx: Reading, { name }: Operation): Writing {
  const refuseToWrite = () => {
    throw new Error(`${name} writes in a call that only looks`);
  };
  return {
    ...tx,
    append: refuseToWrite,
    attempt: refuseToWrite,
    calls: { find: refuseToWrite, keep: refuseToWrite },
  };
}

function askerOf(
  { reading }: Transaction,
  { operation, looks }: Prepared,
  { caller, gone }: CallContext,
): Asker {
  return {
    agent: caller.agent,
    writes: looks === false ? operation.name : undefined,
    present: async () => (gone && reading ? reading.agents.withoutProcesses(gone) : undefined),
  };
}

/** A tool that a tool calls: parsed and aimed like any other, in the transaction that is open. */
async function invoke(
  tx: Transaction,
  surface: Surface,
  call: ToolCall & { readonly args: JsonObject },
  context: CallContext,
  batch: number | undefined,
): Promise<Answer | Refusal> {
  const routed = findOperation(surface.catalogue, call);
  if (isRefusal(routed)) return routed;
  const prepared = parseInput(routed.operation, routed.args);
  if (isRefusal(prepared)) return prepared;
  const { workspace } = prepared.input;
  if (workspace !== undefined && workspace !== context.workspace) {
    return refuse(
      'INVALID_INPUT',
      `workspace: ${context.workspace} is meant, since one call is one`,
    );
  }
  return runPrepared(tx, surface, prepared, context, { batch, isPart: true });
}
