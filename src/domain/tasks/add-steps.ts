/** Adds steps to a task, at its root or under a step. */

import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Move, revised } from './move.ts';
import { nextOrdinal, type PlacedStep } from './step-tree.ts';
import { type Checkpoint, newStep, type ProofMode, type Target, withStep } from './target.ts';
import { textList } from './text-list.ts';

export interface StepDraft {
  readonly title: string;
  readonly success_criteria: readonly string[];
  readonly tests?: readonly string[] | undefined;
  readonly blockers?: readonly string[] | undefined;
  readonly proof?: { readonly [Kind in Checkpoint]?: ProofMode } | undefined;
}

/** A type, not an interface, because views are JSON. */
export type StepPlace = { readonly step_id: string; readonly path: string };

export interface NewSteps {
  readonly move: Move;
  readonly steps: readonly StepPlace[];
}

export function addSteps(
  target: Target,
  under: PlacedStep | undefined,
  drafts: readonly StepDraft[],
  stepId: () => string,
): NewSteps | Refusal {
  if (target.steps.length + drafts.length > LIMITS.steps) {
    return refuse('INVALID_INPUT', `steps: a task has at most ${LIMITS.steps}`, {
      recovery: 'Create another task in the plan for the rest.',
    });
  }
  const parent = under?.step.id ?? null;
  const siblings = target.steps.filter((step) => step.parent === parent);
  const first = nextOrdinal(siblings, (under?.step ?? target.root).step_floor);
  const made: { step: ReturnType<typeof newStep>; path: string }[] = [];
  for (const [index, draft] of drafts.entries()) {
    const criteria = textList(draft.success_criteria);
    if (criteria.length === 0) {
      return refuse(
        'INVALID_INPUT',
        `steps.${index}.success_criteria: required, to say when the step is done`,
        {
          recovery: 'Give at least one criterion that can be checked.',
        },
      );
    }
    const ordinal = first + index;
    const step = newStep({
      id: stepId(),
      parent,
      ordinal,
      title: draft.title.trim(),
      success_criteria: criteria,
      ...(draft.proof ? { proof: draft.proof } : {}),
    });
    made.push({ step, path: under ? `${under.path}.s:${ordinal}` : `s:${ordinal}` });
  }
  const steps = made.map(({ step, path }) => ({ step_id: step.id, path }));
  const after = revised({ ...target, steps: [...target.steps, ...made.map(({ step }) => step)] });
  const fields = { task: target.root.id, parent_path: under?.path ?? null, steps };
  return { steps, move: { type: 'steps_added', fields, after } };
}

/** Defines the tests and blockers of new steps, one event per step. */
export function defineNewSteps(
  { move, steps }: NewSteps,
  drafts: readonly StepDraft[],
): readonly Move[] {
  let target = move.after;
  return drafts.flatMap((draft, index): Move[] => {
    const place = steps[index];
    const given = {
      ...(draft.tests ? { tests: textList(draft.tests) } : {}),
      ...(draft.blockers ? { blockers: textList(draft.blockers) } : {}),
    };
    if (!place || Object.keys(given).length === 0) return [];
    target = revised(withStep(target, place.step_id, given));
    const fields = { task: target.root.id, ...place, fields: Object.keys(given) };
    return [{ type: 'step_defined', fields, after: target }];
  });
}
