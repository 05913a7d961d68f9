/** Runs a prepared call in an open transaction, and supplies what its facets ask for. */

import type { JsonObject } from '../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { advised } from '../operations/advice.ts';
import type {
  Aim,
  Answer,
  BaseCall,
  Ending,
  FocusMove,
  Operation,
  Prepared,
  Supply,
} from '../operations/declaration/define-operation.ts';
import { mayMeet } from '../operations/declaration/describe-operation.ts';
import { findOperation } from '../operations/find-operation.ts';
import type { Reading, Writing } from '../store/port.ts';
import { ownWorkspace } from './choose-workspace.ts';
import { parseInput } from './parse-input.ts';
import { nothingInFocus, resolveAim } from './resolve-aim.ts';
import type { Asker } from './resolve-focus.ts';
import { resolveScope } from './resolve-scope.ts';
import type { CallContext, Surface, ToolCall } from './surface.ts';

/** The open transaction, by what it allows. */
interface Transaction {
  readonly reading?: Reading;
  readonly writing?: Writing;
}

/** How a call came to run, if it is not a call of its own. */
interface RunOptions {
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
  options: RunOptions = {},
): Promise<Answer | Refusal> {
  const call = baseCall(surface, context);
  const outcome = await prepared.run(call, supplyFor(tx, surface, prepared, context, options));
  return checked(prepared, outcome);
}

/** Runs what ends a job of the call, in a transaction of its own. */
export async function runEnding(
  tx: Writing,
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  ending: Ending,
): Promise<Answer | Refusal> {
  return checked(prepared, await ending({ ...baseCall(surface, context), tx }));
}

function baseCall(surface: Surface, { workspace, nowMs, caller }: CallContext): BaseCall {
  const defaultWorkspace = ownWorkspace(surface, caller);
  const server = { ...surface.facts, defaultWorkspace };
  return { workspace, nowMs, agent: caller.agent, server };
}

function checked({ operation }: Prepared, outcome: Answer | Refusal): Answer | Refusal {
  return isRefusal(outcome)
    ? requireDeclared(operation, withHelp(operation, advised(outcome)))
    : outcome;
}

/** A refusal that the operation did not declare is a bug: its documentation did not mention it. */
export function requireDeclared(operation: Operation, refusal: Refusal): Refusal {
  if (mayMeet(operation, refusal.code)) return refusal;
  throw new Error(`${operation.name} returned the undeclared refusal ${refusal.code}`);
}

const STAYS: FocusMove = { restored: false, previous: null };

function supplyFor(
  tx: Transaction,
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  { focus = STAYS, batch, isPart = false }: RunOptions,
): Supply {
  const { operation, input } = prepared;
  const { workspace, caller, reply, endsWithProcess = false } = context;
  const asker = askerOf(tx, prepared, context);
  const reading = () => {
    if (tx.reading) return tx.reading;
    throw new Error(`${operation.name} uses no memory`);
  };
  const aimedAt = async (aim: Aim) => {
    const target = await resolveAim(reading(), input, aim, asker);
    if (target && !isRefusal(target)) caller.connection?.touch(workspace, target.root.id);
    return target;
  };
  return {
    reading,
    writing: () => tx.writing ?? readOnlyTransaction(reading(), operation),
    async target(aim) {
      const target = await aimedAt(aim);
      return target ?? nothingInFocus(reading(), aim);
    },
    targetIfAny: aimedAt,
    scope: (targetOnBranch) => resolveScope(reading(), input, asker, targetOnBranch),
    present: asker.present,
    focus,
    // A view that another tool asks for is a part of that tool's view.
    wantsView: isPart || surface.structured || !operation.isPortal,
    batch,
    role: caller.role,
    isAnonymous: caller.isAnonymous ?? false,
    endsWithProcess,
    async attend() {
      const row = endsWithProcess ? caller.presence?.() : undefined;
      if (row && tx.writing) await tx.writing.attend(row);
    },
    connection: caller.connection && { state: caller.connection.stateIn(workspace) },
    reply,
    catalogue: surface.catalogue,
    sandbox: surface.sandbox,
    newId: surface.newId,
    newWorkId: surface.newWorkId,
    invoke: (tool, args, part) => invoke(tx, surface, { tool, args }, context, part),
  };
}

/** The transaction of a call that may only read: writing in it is a bug. */
function readOnlyTransaction(tx: Reading, { name }: Operation): Writing {
  const refuseToWrite = () => {
    throw new Error(`${name} writes in a call that may only read`);
  };
  return {
    ...tx,
    append: refuseToWrite,
    attend: refuseToWrite,
    attempt: refuseToWrite,
    calls: { find: refuseToWrite, keep: refuseToWrite },
  };
}

function askerOf(
  { reading }: Transaction,
  { operation, isReadOnly }: Prepared,
  { caller, gone }: CallContext,
): Asker {
  return {
    agent: caller.agent,
    writes: isReadOnly === false ? operation.name : undefined,
    present: async () => (gone && reading ? reading.agents.withoutProcesses(gone) : undefined),
  };
}

/**
 * Runs a tool that another tool calls: parsed and resolved like any other, in the open transaction.
 */
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
      `workspace: must be ${context.workspace}, since one call cannot span workspaces`,
    );
  }
  return runPrepared(tx, surface, prepared, context, { batch, isPart: true });
}

/** Bad input that brings no advice of its own leads to the description of the tool. */
function withHelp({ name, minimal }: Operation, refusal: Refusal): Refusal {
  const { code, message, recovery, suggestions, details } = refusal;
  const isAdvised = recovery !== undefined || suggestions.length > 0 || minimal !== undefined;
  if (code !== 'INVALID_INPUT' || isAdvised) return refusal;
  return refuse(code, message, {
    ...(details ? { details } : {}),
    recovery: `help tool=${name} shows its arguments and a valid call.`,
    suggestions: [suggestCall('help', { tool: name }, 'See the arguments')],
  });
}
