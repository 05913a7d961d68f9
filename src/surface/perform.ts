/** Runs a call in its one transaction. */

import { focusOn } from '../domain/workspace/focus.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type {
  Answer,
  Ending,
  Prepared,
  Warning,
} from '../operations/declaration/define-operation.ts';
import { namedTarget } from '../operations/steps/named-target.ts';
import type { Reading, Writing } from '../store/port.ts';
import { OutcomeUnknown, StoreUnavailable } from '../store/unavailable.ts';
import { keepAnswer, type Performed, refuseUnknown, runOnce } from './call-key.ts';
import { mayTouch } from './caller.ts';
import { formerMemoryWarnings, ownWorkspace, refuseWrite } from './choose-workspace.ts';
import { runEnding, runPrepared } from './run-prepared.ts';
import type { CallContext, Surface } from './surface.ts';

export async function perform(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  return explainFailure(context, () => runInTransaction(surface, prepared, context));
}

/** Ends a job of the call, and stores the answer that it gives under the key of the call. */
export async function performEnding(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  ending: Ending,
): Promise<Performed | Refusal> {
  // The job had its own time, and so has what ends it.
  const later = { ...context, patience: undefined };
  return explainFailure(context, () =>
    writeAs(surface, later, async (tx) => {
      const outcome = await runEnding(tx, surface, prepared, later, ending);
      await keepAnswer(tx, context.call, outcome);
      return outcome;
    }),
  );
}

async function explainFailure(
  { call }: CallContext,
  run: () => Promise<Performed | Refusal>,
): Promise<Performed | Refusal> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OutcomeUnknown) return refuseUnknown(error, call);
    if (!(error instanceof StoreUnavailable)) bugsUndone.add(error as object);
    return storeRefusal(error);
  }
}

const bugsUndone = new WeakSet<object>();

/** Whether a bug happened before the commit, so that nothing of its call was written. */
export function wroteNothing(bug: unknown): boolean {
  return typeof bug === 'object' && bug !== null && bugsUndone.has(bug);
}

/**
 * Refuses with the sentence of a store that cannot serve; any other error is a bug and is thrown.
 */
export function storeRefusal(error: unknown): Refusal {
  if (!(error instanceof StoreUnavailable)) throw error;
  return refuse('STORE_UNAVAILABLE', error.message, {
    recovery: 'Run waymark doctor for details.',
  });
}

async function runInTransaction(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  const { operation, isReadOnly } = prepared;
  if (isReadOnly === false) {
    const endsWithProcess = await context.caller.endsWithProcess?.();
    return runAsWrite(surface, prepared, { ...context, endsWithProcess });
  }
  if (operation.effect === 'pure') return runPrepared({}, surface, prepared, context);
  if (operation.effect === 'write') return runAsReadIfPossible(surface, prepared, context);
  if (operation.workspace === 'any' && operation.effect !== 'view') {
    return readAnywhere(surface, prepared, context);
  }
  const wanted = operation.effect === 'view' ? wantedFocus(prepared, context) : undefined;
  const seen = await surface.store.read(
    context.workspace,
    async (reading) => {
      if (reading.head === 0) return operation.workspace === 'any' ? 'empty' : 'new';
      if (wanted !== undefined && !(await hasFocus(reading, context, wanted))) return 'unfocused';
      return runPrepared({ reading }, surface, prepared, context);
    },
    { patience: context.patience },
  );
  if (typeof seen !== 'string') return seen;
  if (seen === 'empty') return readAnywhere(surface, prepared, context);
  if (seen === 'new' || wanted === undefined) return runInNewWorkspace(surface, prepared, context);
  try {
    return await runWithFocus(surface, prepared, context, wanted);
  } catch (error) {
    // A memory that can only be read is shown all the same; the focus stays where it was.
    if (!(error instanceof StoreUnavailable) || error.reason !== 'readonly') throw error;
    return surface.store.read(context.workspace, (reading) =>
      runPrepared({ reading }, surface, prepared, context),
    );
  }
}

/** For a tool that answers in a workspace that does not exist, too. */
async function readAnywhere(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  let isNew = false;
  const outcome = await surface.store.read(
    context.workspace,
    (reading) => {
      isNew = reading.head === 0;
      return runPrepared({ reading }, surface, prepared, context);
    },
    { patience: context.patience },
  );
  return isNew ? nameFormerMemories(surface, context, outcome) : outcome;
}

/** An agent that starts anew must learn at once that there may be a memory already. */
async function nameFormerMemories(
  { formerMemories }: Surface,
  { workspace, caller }: CallContext,
  outcome: Performed | Refusal,
): Promise<Performed | Refusal> {
  if (isRefusal(outcome) || !formerMemories) return outcome;
  try {
    const more = formerMemoryWarnings(await formerMemories(workspace), caller);
    return { ...outcome, warnings: [...outcome.warnings, ...more] };
  } catch (error) {
    // The call was applied, whatever happens to the connection afterwards.
    if (error instanceof StoreUnavailable) return outcome;
    throw error;
  }
}

function runWithFocus(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  wanted: string,
): Promise<Performed | Refusal> {
  return runInWriteTransaction(surface, context, async (writing) => {
    const before = await writing.agents.focus(context.caller.agent);
    await writing.append(focusOn(before, wanted));
    const focus = { restored: before.target !== wanted, previous: before.target };
    return runPrepared({ reading: writing }, surface, prepared, context, { focus });
  });
}

async function hasFocus(tx: Reading, { caller }: CallContext, wanted: string): Promise<boolean> {
  const { target, isOwn } = await tx.agents.focus(caller.agent);
  return isOwn && target === wanted;
}

/** For a tool that writes, in a call that may only read. */
async function runAsReadIfPossible(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  const { isReadOnly, operation } = prepared;
  const seen = await surface.store.read(
    context.workspace,
    async (reading) => {
      if (typeof isReadOnly === 'function' && !(await isReadOnly(reading))) return 'write';
      return reading.head === 0 ? 'new' : runPrepared({ reading }, surface, prepared, context);
    },
    { patience: context.patience },
  );
  if (typeof seen !== 'string') return seen;
  if (seen === 'new') return runInNewWorkspace(surface, prepared, context);
  return context.caller.role === 'write'
    ? runAsWrite(surface, prepared, context)
    : refuseWrite(operation);
}

/** The target that a view should put in focus; undefined if it should not change the focus. */
function wantedFocus({ input }: Prepared, { caller }: CallContext): string | undefined {
  if (input.read_only === true || caller.role !== 'write') return undefined;
  const named = namedTarget(input);
  return isRefusal(named) ? undefined : named;
}

/**
 * The server's own workspace is created at its first use; another unknown name is probably a typo.
 */
async function runInNewWorkspace(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  const { workspace, caller } = context;
  if (workspace === ownWorkspace(surface, caller) && caller.role === 'write') {
    return runAsWrite(surface, prepared, context);
  }
  const known = (await surface.store.workspaces()).filter((each) => mayTouch(caller, each));
  const meant = nearestName(workspace, known);
  return refuse('UNKNOWN_WORKSPACE', `workspace: no workspace ${workspace}`, {
    recovery: meant ? `Did you mean ${meant}?` : 'The first write creates it; so does init.',
    suggestions: [suggestCall('init', { workspace }, 'Create the workspace')],
  });
}

function runAsWrite(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
): Promise<Performed | Refusal> {
  return runInWriteTransaction(surface, context, (writing) =>
    runPrepared({ reading: writing, writing }, surface, prepared, context),
  );
}

/** The first write to a workspace creates it, in the same transaction. */
async function runInWriteTransaction(
  surface: Surface,
  context: CallContext,
  run: (tx: Writing) => Promise<Answer | Refusal>,
): Promise<Performed | Refusal> {
  // With the client's reply the same call continues; that is no repeat.
  const call = context.reply === undefined ? context.call : undefined;
  let isNew = false;
  const outcome = await writeAs(surface, context, async (tx) => {
    isNew = tx.head === 0;
    if (isNew) await tx.append([initializeWorkspace()]);
    return runOnce(tx, call, () => run(tx));
  });
  if (!isNew) return outcome;
  if (!isRefusal(outcome)) return nameFormerMemories(surface, context, outcome);
  return suggestCreatingFirst(outcome, context.workspace, surface);
}

/** One write transaction of the call, with a warning if no standby is known to have it. */
async function writeAs(
  { store }: Surface,
  { workspace, caller, nowMs, signal, patience }: CallContext,
  work: (tx: Writing) => Promise<Performed | Refusal>,
): Promise<Performed | Refusal> {
  let isReplicated = true;
  const onUnreplicated = () => {
    isReplicated = false;
  };
  const writer = { workspace, agent: caller.agent, nowMs, signal, patience, onUnreplicated };
  const outcome = await store.write(writer, work);
  if (isReplicated || isRefusal(outcome)) return outcome;
  return { ...outcome, warnings: [...outcome.warnings, NOT_REPLICATED] };
}

const NOT_REPLICATED: Warning = {
  code: 'NOT_REPLICATED',
  message:
    'the call was applied, but no synchronous standby is known to have it: a failover now would lose it',
  recovery: 'Check the standby of the database, then read back what you wrote.',
};

/** The refusal rolled the new workspace back, and the suggested read needs it to exist. */
function suggestCreatingFirst(
  refusal: Refusal,
  workspace: string,
  { catalogue }: Surface,
): Refusal {
  const [first] = refusal.suggestions;
  if (!first) return refusal;
  const next = catalogue.find((each) => each.name === first.target);
  // A tool that writes creates its workspace by itself, and some reads answer without one.
  if (next?.effect === 'write' || next?.workspace === 'any') return refusal;
  const create = suggestCall('init', { workspace }, 'Create the workspace first');
  return refuse(refusal.code, refusal.message, {
    ...refusal,
    suggestions: [create, ...refusal.suggestions],
  });
}
