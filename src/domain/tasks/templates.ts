/** Templates of plans and tasks, so that an agent can start well with one word. */

import type { StepDraft } from './add-steps.ts';

export interface PlanTemplate {
  readonly id: string;
  readonly kind: 'plan';
  readonly title: string;
  readonly description: string;
  readonly plan_steps: readonly string[];
}

export interface TaskTemplate {
  readonly id: string;
  readonly kind: 'task';
  readonly title: string;
  readonly description: string;
  readonly steps: readonly (StepDraft & { readonly tests: readonly string[] })[];
}

export type Template = PlanTemplate | TaskTemplate;

export const DEFAULT_TASK_TEMPLATE = 'basic-task';
export const PRINCIPAL_TASK_TEMPLATE = 'principal-task';

export const TEMPLATES: readonly Template[] = [
  {
    id: 'basic-plan',
    kind: 'plan',
    title: 'Basic plan',
    description: 'Three points: clarify, implement, verify.',
    plan_steps: ['Clarify the goal and its limits', 'Implement it', 'Verify it and hand it over'],
  },
  {
    id: 'principal-plan',
    kind: 'plan',
    title: 'Principal plan',
    description: 'Nine points from the goal to the review, for work that others depend on.',
    plan_steps: [
      'State the goal and how success is measured',
      'Define what is in scope and what is not',
      'List constraints and risks',
      'Compare the options',
      'Decide, and write down why',
      'Split the work into tasks',
      'Implement with proof',
      'Roll out with a way back',
      'Review the outcome against the goal',
    ],
  },
  {
    id: 'basic-task',
    kind: 'task',
    title: 'Basic task',
    description: 'Three steps: clarify, implement, verify and document.',
    steps: [
      {
        title: 'Clarify the outcome',
        success_criteria: [
          'The outcome is stated in one sentence',
          'What is out of scope is stated',
        ],
        tests: ['Read it back: it can be checked'],
      },
      {
        title: 'Implement it',
        success_criteria: ['The outcome is there', 'Nothing else has changed'],
        tests: ['The tests of the changed part pass'],
      },
      {
        title: 'Verify and document',
        success_criteria: ['The whole works as before', 'What changed is written down'],
        tests: ['All checks pass'],
      },
    ],
  },
  {
    id: 'principal-task',
    kind: 'task',
    title: 'Principal task',
    description:
      'Five steps: frame, design, implement, verify with proof, roll out. The fourth closes only with proof of its tests.',
    steps: [
      {
        title: 'Frame the problem',
        success_criteria: ['Goal, scope and constraints are noted', 'Success can be measured'],
        tests: ['A reader can tell when it is done'],
      },
      {
        title: 'Design the change',
        success_criteria: ['Options were compared', 'The decision and its reason are recorded'],
        tests: ['The design holds against the hardest case'],
      },
      {
        title: 'Implement the change',
        success_criteria: ['The design is built', 'Edge cases are handled'],
        tests: ['Tests cover the new behaviour'],
      },
      {
        title: 'Verify with proof',
        success_criteria: ['Every check was run', 'The results are kept as evidence'],
        tests: ['All checks pass, with receipts'],
        proof: { tests: 'require' },
      },
      {
        title: 'Roll out and hand over',
        success_criteria: ['It is live or merged', 'The way back is known'],
        tests: ['It works where it is used'],
      },
    ],
  },
];

export function templateNamed<Kind extends Template['kind']>(
  id: string,
  kind: Kind,
): Extract<Template, { kind: Kind }> | undefined {
  const found = TEMPLATES.find((each) => each.id === id && each.kind === kind);
  return found as Extract<Template, { kind: Kind }> | undefined;
}
