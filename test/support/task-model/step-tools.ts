/** The tools that work on one step. */

import type { Tool } from './call.ts';
import { checkGate, confirm, mentionsIn } from './checkpoints.ts';
import { isWeakIn } from './evidence-tools.ts';
import { findStep } from './find-part.ts';
import { findTarget } from './find-target.ts';
import { undoable } from './history.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { textList } from './text-rules.ts';
import { isOpen, type StepPlace } from './tree.ts';
import { type Fields, listOf, newStep, type Step, type Target, type World } from './world.ts';

export function stepAnswer(target: Target, { step, path }: StepPlace, ...types: string[]): Fields {
  const shown = types.map((type) => ({ type, task_id: target.id, path }));
  return {
    task: target.id,
    revision: target.revision,
    step: { step_id: step.id, path },
    ...(shown.length > 1 ? { events: shown } : { event: shown[0] ?? null }),
  };
}

/** Adds steps, each with its criteria. */
export function addSteps(
  world: World,
  above: Step | Target,
  prefix: string,
  drafts: readonly Fields[],
): { step: Step; path: string }[] {
  return drafts.map((draft) => {
    const criteria = textList(draft.success_criteria as string[]);
    if (criteria.length === 0) invalid('no criteria');
    const title = String(draft.title).trim();
    const step = newStep(world, above, {
      title,
      success_criteria: criteria,
      ...(draft.proof ? { proof: draft.proof } : {}),
    });
    return { step, path: `${prefix}s:${step.ordinal}` };
  });
}

const decompose: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const above = args.parent === undefined ? null : findStep(target, { path: args.parent });
  const added = addSteps(
    world,
    above?.step ?? target,
    above ? `${above.path}.` : '',
    args.steps as Fields[],
  );
  revise(world, target, null, 'steps_added');
  const steps = added.map(({ step, path }) => ({ step_id: step.id, path }));
  const event = { type: 'steps_added', task_id: target.id, path: null };
  return { task: target.id, revision: target.revision, steps, event };
};

/** Sets the fields. New criteria or tests are not confirmed. */
export function redefine(step: Step, fields: Fields): void {
  if (listOf({ fields: { success_criteria: ['-'], ...fields } }, 'success_criteria').length === 0) {
    invalid('no criteria');
  }
  Object.assign(step.fields, fields);
  const stale = [fields.success_criteria ? 'criteria' : '', fields.tests ? 'tests' : ''];
  step.fields.confirmed = listOf(step, 'confirmed').filter((kind) => !stale.includes(kind));
}

const define: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const place = findStep(target, args);
  const fields: Fields = {};
  if (args.title !== undefined) fields.title = String(args.title).trim();
  for (const name of ['success_criteria', 'tests', 'blockers']) {
    if (args[name] !== undefined) fields[name] = textList(args[name] as string[]);
  }
  if (Object.keys(fields).length === 0) invalid('nothing to define');
  redefine(place.step, fields);
  revise(world, target, place.path, 'step_defined');
  return stepAnswer(target, place, 'step_defined');
};

export function noteOn(world: World, target: Target, { step, path }: StepPlace, note: string) {
  step.fields.notes = Number(step.fields.notes) + 1;
  revise(world, target, path, 'step_noted');
  world.notes.push({ target: target.id, content: note });
}

const note: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const place = findStep(target, args);
  noteOn(world, target, place, String(args.note));
  return stepAnswer(target, place, 'step_noted');
};

const verify: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const mentions = mentionsIn(args.checkpoints);
  const place = findStep(target, args);
  confirm(place.step, mentions);
  revise(world, target, place.path, 'step_verified');
  return stepAnswer(target, place, 'step_verified');
};

function close(world: World, step: Step, ignored = 0): void {
  const { checks, pieces } = step.shown;
  const isShown = listOf(step, 'evidenced').length > 0;
  const told = isShown ? isWeakIn(checks, pieces, ignored) : ignored > 0;
  if (told) world.warnings.push('PROOF_WEAK');
  else if (listOf(step, 'evidenced').length === 0) world.warnings.push('PROOF_MISSING');
  step.fields.completed_at_ms = world.nowMs;
  if (step.fields.blocked === true) {
    Object.assign(step.fields, { blocked: false, blocked_reason: null });
    world.warnings.push('BLOCK_LIFTED');
  }
}

function isGateOpen(step: Step): boolean {
  try {
    checkGate(step);
    return true;
  } catch {
    return false;
  }
}

const done: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const place = findStep(target, args);
  if (!isOpen(place.step)) invalid('done already');
  checkGate(place.step);
  close(world, place.step);
  revise(world, target, place.path, 'step_done');
  return stepAnswer(target, place, 'step_done');
};

/** Two events, one revision. */
export function verifyAndClose(
  world: World,
  target: Target,
  { step, path }: StepPlace,
  mentions: ReturnType<typeof mentionsIn>,
  ignored = 0,
): void {
  if (!isOpen(step)) invalid('done already');
  confirm(step, mentions);
  checkGate(step, mentions);
  close(world, step, ignored);
  revise(world, target, path, 'step_verified', 'step_done');
}

const closeStep: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const mentions = mentionsIn(args.checkpoints);
  if (!mentions.has('criteria') && !mentions.has('tests')) invalid('neither criteria nor tests');
  const place = findStep(target, args);
  verifyAndClose(world, target, place, mentions);
  return stepAnswer(target, place, 'step_verified', 'step_done');
};

const progress: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const place = findStep(target, args);
  const { step, path } = place;
  const type = args.completed === false ? 'step_reopened' : 'step_done';
  undoable(world, target, { intent: 'step_progress', path }, () => {
    if (args.completed === false) {
      step.fields.completed_at_ms = null;
      if (step.fields.forced === true) step.fields.forced = false;
      return;
    }
    if (!isOpen(step)) invalid('done already');
    if (args.force !== true) checkGate(step);
    else if (!isGateOpen(step)) step.fields.forced = true;
    close(world, step);
  });
  revise(world, target, path, type);
  return stepAnswer(target, place, type);
};

const block: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const blocked = args.blocked !== false;
  if (!blocked && args.reason !== undefined) invalid('a reason for nothing');
  const place = findStep(target, args);
  const { step, path } = place;
  undoable(world, target, { intent: 'step_block_set', path }, () => {
    step.fields.blocked = blocked;
    step.fields.blocked_reason = blocked ? (args.reason ?? null) : null;
  });
  const type = blocked ? 'step_blocked' : 'step_unblocked';
  revise(world, target, path, type);
  return stepAnswer(target, place, type);
};

export const stepTools: Record<string, Tool> = {
  tasks_decompose: decompose,
  tasks_define: define,
  tasks_note: note,
  tasks_verify: verify,
  tasks_done: done,
  tasks_close_step: closeStep,
  tasks_progress: progress,
  tasks_block: block,
};
