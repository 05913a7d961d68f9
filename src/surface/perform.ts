/** Runs a call in its one transaction. */

import { focusOn } from '../domain/workspace/focus.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Answer, Ending, Prepared } from '../operations/declaration/define-operation.ts';
import { namedTarget } from '../operations/steps/named-target.ts';
import type { Reading, Writing } from '../store/port.ts';
import { OutcomeUnknown, StoreUnavailable } from '../store/unavailable.ts';
import { keepAnswer, type Performed, refuseUnknown, runOnce } from './call-key.ts';
import { mayTouch } from './caller.ts';
import { ownWorkspace, refuseWrite } from './choose-workspace.ts';
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
  const { workspace, caller, nowMs } = context;
  return explainFailure(context, () =>
    surface.store.write({ workspace, agent: caller.agent, nowMs }, async (tx) => {
      const outcome = await runEnding(tx, surface, prepared, context, ending);
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
  const { operation, looks } = prepared;
  if (looks === false) {
    const endsWithProcess = await context.caller.endsWithProcess?.();
    return runAsWrite(surface, prepared, { ...context, endsWithProcess });
  }
  if (operation.effect === 'pure') return runPrepared({}, surface, prepared, context);
  if (operation.effect === 'write') return runAsReadIfPossible(surface, prepared, context);
  if (operation.workspace === 'any' && operation.effect !== 'view') {
    return surface.store.read(context.workspace, (reading) =>
      runPrepared({ reading }, surface, prepared, context),
    );
  }
  const wanted = operation.effect === 'view' ? wantedFocus(prepared, context) : undefined;
  const seen = await surface.store.read(context.workspace, async (reading) => {
    if (reading.head === 0) {
      if (operation.workspace !== 'any') return 'new';
      return runPrepared({ reading }, surface, prepared, context);
    }
    if (wanted !== undefined && !(await hasFocus(reading, context, wanted))) return 'unfocused';
    return runPrepared({ reading }, surface, prepared, context);
  });
  if (typeof seen !== 'string') return seen;
  if (seen === 'new' || wanted === undefined) return runInNewWorkspace(surface, prepared, context);
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
  const { looks, operation } = prepared;
  const seen = await surface.store.read(context.workspace, async (reading) => {
    if (typeof looks === 'function' && !(await looks(reading))) return 'write';
    return reading.head === 0 ? 'new' : runPrepared({ reading }, surface, prepared, context);
  });
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
  const { workspace, caller, nowMs, signal } = context;
  // With the client's reply the same call continues; that is no repeat.
  const call = context.reply === undefined ? context.call : undefined;
  let isNew = false;
  const outcome = await surface.store.write(
    { workspace, agent: caller.agent, nowMs, signal },
    async (tx) => {
      isNew = tx.head === 0;
      if (isNew) await tx.append([initializeWorkspace()]);
      return runOnce(tx, call, () => run(tx));
    },
  );
  return isNew && isRefusal(outcome) ? suggestCreatingFirst(outcome, workspace, surface) : outcome;
}

/** The refusal rolled the new workspace back, and the suggested read needs it to exist. */
function suggestCreatingFirst(
  refusal: Refusal,
  workspace: string,
  { catalogue }: Surface,
): Refusal {
  const [first] = refusal.suggestions;
  if (!first) return refusal;
  const next = catalogue.find((each) => each.name === first.target);
  // A tool that writes creates its workspace by itself.
  if (next?.effect === 'write') return refusal;
  const create = suggestCall('init', { workspace }, 'Create the workspace first');
  return refuse(refusal.code, refusal.message, {
    ...refusal,
    suggestions: [create, ...refusal.suggestions],
  });
}
