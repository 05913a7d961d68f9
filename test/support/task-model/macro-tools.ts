/** The macros that advance a task, and the views that move the focus. */

import type { Tool } from './call.ts';
import { checkOwnGate, confirm, isLacking, mentionsIn } from './checkpoints.ts';
import { type Capture, capture, isWeak, proofIn } from './evidence-tools.ts';
import { findStep } from './find-part.ts';
import { findTarget, isNamed } from './find-target.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { noteOn, verifyAndClose } from './step-tools.ts';
import { checkDone, complete } from './target-tools.ts';
import { isOpen, openPlaces, type StepPlace, stepPlaces } from './tree.ts';
import type { Fields, Target, World } from './world.ts';

/** Records note and proof before the gate is checked. */
function recordSides(
  world: World,
  target: Target,
  place: StepPlace | undefined,
  { note }: Fields,
  proof: Capture | undefined,
): Fields {
  if (note !== undefined && place) noteOn(world, target, place, String(note));
  else if (note !== undefined) world.warnings.push('NOTE_IGNORED');
  const evidence = proof ? capture(world, target, place, proof) : null;
  const noted = note !== undefined && place;
  return {
    note_event: noted ? { type: 'step_noted', path: place.path } : null,
    evidence_event: evidence,
  };
}

const macroCloseStep: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const places = stepPlaces(target);
  const isSaid = args.step_id !== undefined || args.path !== undefined;
  const place = isSaid ? findStep(target, args) : openPlaces(target)[0];
  const wasLacking = place !== undefined && isLacking(place.step);
  const mentions = mentionsIn(args.checkpoints ?? 'gate');
  const proof = args.proof === undefined ? undefined : proofIn(args.proof);
  const closed = places.filter(({ step }) => !isOpen(step)).at(-1);
  const recorded = recordSides(world, target, place ?? closed, args, proof);
  const isAgain = place !== undefined && (wasLacking || isLacking(place.step));
  if (isAgain) confirmAgain(world, target, place, mentions);
  else if (place) verifyAndClose(world, target, place, mentions, proof?.ignored);
  else finish(world, target);
  if (proof && isWeak(proof) && (isAgain || !place)) world.warnings.push('PROOF_WEAK');
  world.focus = target.id;
  const [next] = openPlaces(target);
  const { id, revision, fields } = target;
  return {
    task: id,
    revision,
    step: place ? { step_id: place.step.id, path: place.path } : null,
    ...recorded,
    resume: {
      focus: id,
      target: { id, revision, status: fields.status ?? '' },
      steps: { first_open: next ? { step_id: next.step.id, path: next.path } : null },
    },
  };
};

/** A closed step that lacks something is confirmed, and not closed again. */
function confirmAgain(
  world: World,
  target: Target,
  { step, path }: StepPlace,
  mentions: ReturnType<typeof mentionsIn>,
): void {
  confirm(step, mentions);
  checkOwnGate(step, mentions);
  revise(world, target, path, 'step_verified');
}

function finish(world: World, target: Target): void {
  if (target.fields.status === 'DONE') checkDone(target);
  else complete(world, target, 'DONE');
}

const macroFinish: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  const status = String(args.status ?? 'DONE');
  complete(world, target, status);
  return { task: target.id, status };
};

const focusSet: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  if (!isNamed(args)) invalid('nothing named');
  const previous = world.focus;
  world.focus = target.id;
  return { focus: target.id, previous };
};

const focusClear: Tool = (world) => {
  const previous = world.focus;
  world.focus = null;
  return { focus: null, previous };
};

/** A named target becomes the focus, unless the call has read_only. */
const snapshot: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  if (isNamed(args) && args.read_only !== true) world.focus = target.id;
  const { id, revision, fields } = target;
  return { focus: world.focus, target: { id, revision, status: fields.status ?? '' } };
};

export const macroTools: Record<string, Tool> = {
  tasks_macro_close_step: macroCloseStep,
  tasks_macro_finish: macroFinish,
  tasks_focus_set: focusSet,
  tasks_focus_clear: focusClear,
  tasks_snapshot: snapshot,
};
