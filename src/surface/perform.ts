/** Runs an operation in its one transaction. */

import { focusOn } from '../domain/workspace/focus.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import type { JsonObject } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type {
  Answer,
  AnyCall,
  ClientReply,
  FocusMove,
  Operation,
} from '../operations/define-operation.ts';
import { refusalsOf } from '../operations/describe-operation.ts';
import { namedTarget } from '../operations/named-target.ts';
import { advised } from '../operations/tasks/advice.ts';
import type { Reading, Writing } from '../store/port.ts';
import { OutcomeUnknown, StoreUnavailable } from '../store/unavailable.ts';
import { once, type Performed, type Repeatable, refuseUnknown } from './call-key.ts';
import { type Caller, mayTouch } from './caller.ts';
import { mayOnlyRead, ownWorkspace, writes } from './choose-workspace.ts';
import type { Surface, ToolCall } from './dispatch.ts';
import { type Input, parseInput } from './parse-input.ts';
import { resolveAim } from './resolve-aim.ts';
import type { Asker } from './resolve-focus.ts';
import { resolveScope } from './resolve-scope.ts';
import { routeCall } from './route-call.ts';

export interface Place {
  readonly workspace: string;
  readonly caller: Caller;
  readonly nowMs: number;
  readonly reply?: ClientReply | undefined;
  /** Processes that are gone for certain; undefined where nobody keeps count. */
  readonly gone?: ReadonlySet<string> | undefined;
  /** Takes the call back as long as it waits for its transaction. */
  readonly signal?: AbortSignal | undefined;
  /** Whether what it claims ends with its process or session; asked only where it writes. */
  readonly endsWithProcess?: boolean | undefined;
  /** How the call was made, and by which key it can be made again. */
  readonly call: Repeatable;
}

type Run = (tx: Reading) => Promise<Answer | Refusal>;

export async function perform(
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
): Promise<Performed | Refusal> {
  try {
    return await inTransaction(surface, operation, input, place);
  } catch (error) {
    if (error instanceof OutcomeUnknown) return refuseUnknown(error, place.call);
    if (!(error instanceof StoreUnavailable)) bugsUndone.add(error as object);
    return storeRefusal(error);
  }
}

const bugsUndone = new WeakSet<object>();

/** Whether a bug struck before anything was committed, so that nothing of its call remains. */
export function leftNothing(bug: unknown): boolean {
  return typeof bug === 'object' && bug !== null && bugsUndone.has(bug);
}

/** What a store that cannot serve says; any other error is a bug, and goes on its way. */
export function storeRefusal(error: unknown): Refusal {
  if (!(error instanceof StoreUnavailable)) throw error;
  return refuse('STORE_UNAVAILABLE', error.message, { recovery: 'waymark doctor tells more.' });
}

const STAYS: FocusMove = { restored: false, previous: null };

async function inTransaction(
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
): Promise<Performed | Refusal> {
  if (writes(operation, input)) {
    const endsWithProcess = await place.caller.endsWithProcess?.();
    const here = { ...place, endsWithProcess };
    return write(surface, here, (tx) => runIn(tx, surface, operation, input, here));
  }
  const run = (tx: Reading | undefined) => runIn(tx, surface, operation, input, place);
  if (operation.effect === 'pure') return run(undefined);
  if (operation.effect === 'write') return readFirst(surface, operation, input, place);
  if (operation.workspace === 'any') return surface.store.read(place.workspace, run);
  const wanted = operation.effect === 'view' ? wantedFocus(input, place) : undefined;
  const seen = await surface.store.read(place.workspace, async (tx) => {
    if (tx.head === 0) return 'new';
    if (wanted !== undefined && !(await hasFocus(tx, place, wanted))) return 'unfocused';
    return run(tx);
  });
  if (seen === 'new') return readNew(surface, place, run);
  if (seen !== 'unfocused' || wanted === undefined) return seen as Answer | Refusal;
  return write(surface, place, async (tx) => {
    const before = await tx.agents.focus(place.caller.agent);
    await tx.append(focusOn(before, wanted));
    const focus = { restored: before.target !== wanted, previous: before.target };
    return runIn(tx, surface, operation, input, place, { focus });
  });
}

async function hasFocus(tx: Reading, { caller }: Place, wanted: string): Promise<boolean> {
  const { target, isOwn } = await tx.agents.focus(caller.agent);
  return isOwn && target === wanted;
}

/** A tool that writes, called in a way that may only read. */
async function readFirst(
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
): Promise<Performed | Refusal> {
  const run = (tx: Reading) => runIn(tx, surface, operation, input, place);
  const reads = operation.reads?.(input);
  const seen = await surface.store.read(place.workspace, async (tx) => {
    if (typeof reads === 'function' && !(await reads(tx))) return 'write';
    return tx.head === 0 ? 'new' : run(tx);
  });
  if (seen === 'new') return readNew(surface, place, run);
  if (seen !== 'write') return seen as Answer | Refusal;
  return place.caller.role === 'write' ? write(surface, place, run) : mayOnlyRead(operation);
}

/** Where a view is to leave the focus; undefined where it is to leave it alone. */
function wantedFocus(input: Input, { caller }: Place): string | undefined {
  if (input.read_only === true || caller.role !== 'write') return undefined;
  const named = namedTarget(input);
  return isRefusal(named) ? undefined : named;
}

interface Manner {
  readonly focus?: FocusMove;
  /** The number of the batch that the call is part of. */
  readonly batch?: number | undefined;
  /** Whether another tool made the call. */
  readonly isPart?: boolean;
}

async function runIn(
  tx: Reading | undefined,
  surface: Surface,
  operation: Operation,
  input: Input,
  place: Place,
  { focus = STAYS, batch, isPart = false }: Manner = {},
): Promise<Answer | Refusal> {
  const asker = askerOf(tx, operation, input, place);
  const scope =
    operation.scoped && tx
      ? await resolveScope(tx, input, asker, operation.targetOnBranch)
      : undefined;
  if (isRefusal(scope)) return scope;
  const target =
    operation.aim && tx ? await resolveAim(tx, input, operation.aim, asker) : undefined;
  if (isRefusal(target)) return target;
  if (target) place.caller.connection?.touch(place.workspace, target.root.id);
  const call = {
    workspace: place.workspace,
    nowMs: place.nowMs,
    agent: place.caller.agent,
    role: place.caller.role,
    isPassing: place.caller.isPassing ?? false,
    connection: place.caller.connection && {
      state: place.caller.connection.stateIn(place.workspace),
    },
    reply: place.reply,
    newId: surface.newId,
    newWorkId: surface.newWorkId,
    present: operation.seesPresence ? await asker.present() : undefined,
    endsWithProcess: place.endsWithProcess ?? false,
    server: { ...surface.facts, defaultWorkspace: ownWorkspace(surface, place.caller) },
    catalogue: surface.catalogue,
    tx,
    scope,
    target,
    focus,
    // What another tool asks for is a part of its own view.
    wantsView: isPart || surface.structured || !operation.portal,
    batch,
    invoke: (tool: string, args: JsonObject, part?: number) =>
      invoke(tx, surface, { tool, args }, place, part),
  } as AnyCall;
  const outcome = await operation.run(input, call);
  return declared(operation, isRefusal(outcome) ? advised(outcome) : outcome);
}

function askerOf(
  tx: Reading | undefined,
  operation: Operation,
  input: Input,
  { caller, gone }: Place,
): Asker {
  return {
    agent: caller.agent,
    writes: writes(operation, input) ? operation.name : undefined,
    present: async () => (gone && tx ? tx.agents.withoutProcesses(gone) : undefined),
  };
}

/** A tool that a tool calls: parsed and aimed like any other, in the transaction that is open. */
async function invoke(
  tx: Reading | undefined,
  surface: Surface,
  { tool, args }: ToolCall,
  place: Place,
  batch: number | undefined,
): Promise<Answer | Refusal> {
  const routed = routeCall(surface.catalogue, { tool, args });
  if (isRefusal(routed)) return routed;
  const { operation } = routed;
  const input = parseInput(operation, routed.args);
  if (isRefusal(input)) return input;
  if (input.workspace !== undefined && input.workspace !== place.workspace) {
    return refuse('INVALID_INPUT', `workspace: ${place.workspace} is meant, since one call is one`);
  }
  return runIn(tx, surface, operation, input, place, { batch, isPart: true });
}

/** The server's own workspace is made at its first use; a stranger's name is probably a slip. */
async function readNew(surface: Surface, place: Place, run: Run): Promise<Performed | Refusal> {
  const { workspace, caller } = place;
  if (workspace === ownWorkspace(surface, caller) && caller.role === 'write') {
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
async function write(
  surface: Surface,
  place: Place,
  run: (tx: Writing) => Promise<Answer | Refusal>,
): Promise<Performed | Refusal> {
  const { workspace, caller, nowMs, signal } = place;
  // With the client's reply it is the same call that goes on, and no repeat.
  const call = place.reply === undefined ? place.call : undefined;
  let isNew = false;
  const outcome = await surface.store.write(
    { workspace, agent: caller.agent, nowMs, signal },
    async (tx) => {
      isNew = tx.head === 0;
      if (isNew) await tx.append([initializeWorkspace()]);
      return once(tx, call, () => run(tx));
    },
  );
  return isNew && isRefusal(outcome) ? madeFirst(outcome, workspace, surface) : outcome;
}

/** The refusal took the new workspace back with it; what it proposes needs one to look into. */
function madeFirst(refusal: Refusal, workspace: string, { catalogue }: Surface): Refusal {
  const [first] = refusal.suggestions;
  if (first?.action !== 'call_tool') return refusal;
  const next = catalogue.find((each) => each.name === first.target);
  // What writes makes its workspace by itself.
  if (next?.effect === 'write') return refusal;
  const make = suggestCall('init', { workspace }, 'Make the workspace: it is new');
  return refuse(refusal.code, refusal.message, {
    ...refusal,
    suggestions: [make, ...refusal.suggestions],
  });
}

/** An operation that refuses in a way it never declared has a bug, and no reader was warned. */
function declared(operation: Operation, outcome: Answer | Refusal): Answer | Refusal {
  if (!isRefusal(outcome) || refusalsOf(operation).includes(outcome.code)) return outcome;
  throw new Error(`${operation.name} gave the undeclared refusal ${outcome.code}`);
}
