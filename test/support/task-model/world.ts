/** The state of the model: plain values that are changed in place and copied as a whole. */

export type Kind = 'plan' | 'task';

export const STATUSES = ['TODO', 'ACTIVE', 'DONE'] as const;
export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const;
export const CHECKPOINTS = ['criteria', 'tests', 'security', 'perf', 'docs'] as const;

export type Value = string | number | boolean | null | Value[] | Fields;
export type Fields = { [name: string]: Value | undefined };

/** A piece of work inside a step. */
export interface Node {
  id: string;
  ordinal: number;
  fields: Fields;
}

/** A step contains the steps below it, unlike the flat lists of the store. */
export interface Step {
  id: string;
  ordinal: number;
  fields: Fields;
  steps: Step[];
  nodes: Node[];
  /** All evidence that was captured for it: the receipts, and how many other pieces. */
  shown: { checks: string[]; pieces: number };
}

export interface Target {
  id: string;
  kind: Kind;
  parent: string | null;
  fields: Fields;
  steps: Step[];
  revision: number;
  createdMs: number;
  updatedMs: number;
}

/** One field before and after an operation. */
export interface Difference {
  part: string;
  field: string;
  before: Value;
  after: Value;
}

export interface Operation {
  intent: string;
  path: string | null;
  state: 'done' | 'undone' | 'discarded' | 'final';
  /** Operations of one batch are undone together. */
  batch: number | null;
  differences: Difference[];
}

/** An edge that an agent added to a node of a plan, task or step. */
export interface DrawnEdge {
  target: string;
  from: string;
  rel: string;
  to: string;
  isLive: boolean;
}

/** An event of a plan or task. */
export interface ModelEvent {
  target: string;
  type: string;
  revision: number;
  path: string | null;
}

/** A template in the form that the server lists. */
export interface Template {
  id: string;
  kind: string;
  plan_steps?: string[];
  steps?: Fields[];
}

/** Evidence as it can be read back. */
export interface Captured {
  target: string;
  step: string | null;
  evidence: Fields;
}

export interface World {
  workspace: string;
  templates: Template[];
  nowMs: number;
  focus: string | null;
  last: { PLAN: number; TASK: number; STEP: number; NODE: number };
  targets: Map<string, Target>;
  operations: Map<string, Operation[]>;
  drawn: DrawnEdge[];
  /** The branch of each target, including deleted ones. */
  branches: Map<string, string>;
  /** The following fields are about the current call. */
  batch: number | null;
  batches: number;
  happened: ModelEvent[];
  notes: { target: string; content: string }[];
  captured: Captured[];
  /** How many cards the call recorded. */
  cards: number;
  warnings: string[];
  /** What else a run should have seen. */
  notable: string[];
  /** Every key that existed in a graph during the call. */
  keys: { target: string; key: string }[];
}

export function newWorld(workspace: string, templates: Template[]): World {
  return {
    workspace,
    templates,
    nowMs: 0,
    focus: null,
    last: { PLAN: 0, TASK: 0, STEP: 0, NODE: 0 },
    targets: new Map(),
    operations: new Map(),
    drawn: [],
    branches: new Map(),
    batch: null,
    batches: 0,
    happened: [],
    notes: [],
    captured: [],
    cards: 0,
    warnings: [],
    notable: [],
    keys: [],
  };
}

export function newTarget(world: World, kind: Kind, parent: string | null, fields: Fields): Target {
  const prefix = kind === 'plan' ? 'PLAN' : 'TASK';
  world.last[prefix] += 1;
  const target: Target = {
    id: `${prefix}-${String(world.last[prefix]).padStart(3, '0')}`,
    kind,
    parent,
    fields: {
      description: null,
      context: null,
      status: STATUSES[0],
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
      ...fields,
    },
    steps: [],
    revision: 0,
    createdMs: world.nowMs,
    updatedMs: world.nowMs,
  };
  world.targets.set(target.id, target);
  world.branches.set(target.id, `${kind}/${target.id}`);
  return target;
}

function hexId(world: World, prefix: 'STEP' | 'NODE'): string {
  world.last[prefix] += 1;
  return `${prefix}-${world.last[prefix].toString(16).toUpperCase().padStart(8, '0')}`;
}

/** Above all siblings, and above those that were deleted. */
function nextOrdinal(siblings: readonly { ordinal: number }[], floor: Value | undefined): number {
  return Math.max(-1, Number(floor ?? 0) - 1, ...siblings.map(({ ordinal }) => ordinal)) + 1;
}

export function raiseFloor({ fields }: { fields: Fields }, name: string, ordinal: number): void {
  fields[name] = Math.max(Number(fields[name] ?? 0), ordinal + 1);
}

export function newStep(world: World, above: Step | Target, fields: Fields): Step {
  const step: Step = {
    id: hexId(world, 'STEP'),
    ordinal: nextOrdinal(above.steps, above.fields.step_floor),
    fields: {
      tests: [],
      blockers: [],
      confirmed: [],
      evidenced: [],
      proof: {},
      blocked: false,
      blocked_reason: null,
      completed_at_ms: null,
      notes: 0,
      ...fields,
    },
    steps: [],
    nodes: [],
    shown: { checks: [], pieces: 0 },
  };
  above.steps.push(step);
  return step;
}

export function newNode(world: World, above: Step, fields: Fields): Node {
  const node: Node = {
    id: hexId(world, 'NODE'),
    ordinal: nextOrdinal(above.nodes, above.fields.node_floor),
    fields: {
      status: STATUSES[0],
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
      ...fields,
    },
  };
  above.nodes.push(node);
  return node;
}

/** The texts of a field that is a list. */
export function listOf(part: { fields: Fields }, field: string): string[] {
  return part.fields[field] as string[];
}
