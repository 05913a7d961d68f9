/** A target: a plan or a task with all its parts: steps, checkpoints and task nodes. */

import type { JsonObject } from '../../kernel/json.ts';
import { keepSecrets } from '../../kernel/kept-secrets.ts';
import type { TargetKind } from '../targets/target-ref.ts';

export const STATUSES = ['TODO', 'ACTIVE', 'DONE'] as const;
export type Status = (typeof STATUSES)[number];

export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const CHECKPOINTS = ['criteria', 'tests', 'security', 'perf', 'docs'] as const;
export type Checkpoint = (typeof CHECKPOINTS)[number];

const PROOF_MODES = ['off', 'warn', 'require'] as const;
export type ProofMode = (typeof PROOF_MODES)[number];

/**
 * Types, not interfaces, from here on, because they are stored as JSON and compared field by field.
 */
export type Root = {
  readonly id: string;
  readonly kind: TargetKind;
  /** The plan of a task. */
  readonly parent: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly context: string | null;
  readonly status: Status;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly depends_on: readonly string[];
  readonly contract: string | null;
  readonly contract_data: JsonObject | null;
  readonly domain: string | null;
  readonly phase: string | null;
  readonly component: string | null;
  readonly assignee: string | null;
  readonly checklist: Checklist | null;
  /** One more than the highest ordinal of a deleted step at the root, since paths are not reused. */
  readonly step_floor?: number | null;
};

/** The points of a plan, in order. */
export type Checklist = {
  readonly doc: string | null;
  readonly current: number;
  readonly steps: readonly string[];
};

export type Step = {
  readonly id: string;
  readonly parent: string | null;
  /** The order among siblings. A new step gets a higher one than its siblings, and keeps it. */
  readonly ordinal: number;
  readonly title: string;
  readonly success_criteria: readonly string[];
  readonly tests: readonly string[];
  readonly blockers: readonly string[];
  readonly confirmed: readonly Checkpoint[];
  /** The checkpoints for which evidence was captured. They are required from then on. */
  readonly evidenced: readonly Checkpoint[];
  readonly proof: { readonly [Kind in Checkpoint]?: ProofMode };
  readonly blocked: boolean;
  readonly blocked_reason: string | null;
  readonly completed_at_ms: number | null;
  /** Whether it was closed although its gate was not open. */
  readonly forced?: boolean | null;
  readonly notes: number;
  /** As for the root: of the steps below it, and of its task nodes. */
  readonly step_floor?: number | null;
  readonly node_floor?: number | null;
};

/** A piece of work inside a step. It does not gate the step. */
export type TaskNode = {
  readonly id: string;
  readonly step: string;
  readonly ordinal: number;
  readonly title: string;
  readonly status: Status;
  readonly status_manual: boolean;
  readonly priority: Priority;
  readonly blocked: boolean;
  readonly description: string | null;
  readonly context: string | null;
  readonly blockers: readonly string[];
  readonly dependencies: readonly string[];
  readonly next_steps: readonly string[];
  readonly problems: readonly string[];
  readonly risks: readonly string[];
  readonly success_criteria: readonly string[];
};

export interface Target {
  readonly root: Root;
  /** In the order of creation; `stepsInOrder` returns the order of the tree. */
  readonly steps: readonly Step[];
  readonly nodes: readonly TaskNode[];
  readonly revision: number;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export function isPlan(target: Target): boolean {
  return target.root.kind === 'plan';
}

export function isOpen(step: Step): boolean {
  return step.completed_at_ms === null;
}

export function newRoot(
  given: Pick<Root, 'id' | 'kind' | 'title'> & { readonly [Field in keyof Root]?: Root[Field] },
): Root {
  return {
    parent: null,
    description: null,
    context: null,
    status: 'TODO',
    priority: 'MEDIUM',
    tags: [],
    depends_on: [],
    contract: null,
    contract_data: null,
    domain: null,
    phase: null,
    component: null,
    assignee: null,
    checklist: null,
    ...given,
  };
}

export function newStep(
  given: Pick<Step, 'id' | 'ordinal' | 'title' | 'success_criteria'> & Partial<Step>,
): Step {
  return {
    parent: null,
    tests: [],
    blockers: [],
    confirmed: [],
    evidenced: [],
    proof: {},
    blocked: false,
    blocked_reason: null,
    completed_at_ms: null,
    notes: 0,
    ...given,
  };
}

export function newNode(
  given: Pick<TaskNode, 'id' | 'step' | 'ordinal' | 'title'> & Partial<TaskNode>,
): TaskNode {
  return {
    status: 'TODO',
    status_manual: false,
    priority: 'MEDIUM',
    blocked: false,
    description: null,
    context: null,
    blockers: [],
    dependencies: [],
    next_steps: [],
    problems: [],
    risks: [],
    success_criteria: [],
    ...given,
  };
}

/**
 * The same target with some fields of one part changed. What was read redacted and comes back so is
 * unchanged.
 */
export function withRoot(target: Target, change: Partial<Root>): Target {
  return { ...target, root: { ...target.root, ...keepSecretsOf(target.root, change) } };
}

export function withStep(target: Target, id: string, change: Partial<Step>): Target {
  const steps = target.steps.map((step) =>
    step.id === id ? { ...step, ...keepSecretsOf(step, change) } : step,
  );
  return { ...target, steps };
}

export function withNode(target: Target, id: string, change: Partial<TaskNode>): Target {
  const nodes = target.nodes.map((node) =>
    node.id === id ? { ...node, ...keepSecretsOf(node, change) } : node,
  );
  return { ...target, nodes };
}

function keepSecretsOf<Part extends Root | Step | TaskNode>(
  part: Part,
  change: Partial<Part>,
): Partial<Part> {
  return keepSecrets(change as JsonObject, part as JsonObject) as Partial<Part>;
}
