/** Decides what to do next with a plan or task, as a call that can be run as it stands. */

import {
  asInput,
  isUnproven,
  missingFor,
  missingProof,
} from '../../../domain/tasks/checkpoints.ts';
import { lackingSteps } from '../../../domain/tasks/complete-target.ts';
import { planProgress } from '../../../domain/tasks/plan-moves.ts';
import { proofForm } from '../../../domain/tasks/proof.ts';
import { firstOpen, type PlacedStep } from '../../../domain/tasks/step-tree.ts';
import {
  CHECKPOINTS,
  type Checkpoint,
  isOpen,
  isPlan,
  type Step,
  type Target,
} from '../../../domain/tasks/target.ts';
import type { NextAction, NextCall } from '../../../domain/tasks/views/capsule.ts';
import { isOver, type Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { counted } from '../../../kernel/text.ts';

/** The checkpoints that a close confirms by default. */
const GATE: readonly Checkpoint[] = ['criteria', 'tests'];
const HINT_BYTES = 80;

/** Every call names its target, because the focus may have moved when an agent runs it. */
export function nextAction(target: Target, around: Surroundings): NextAction {
  if (isOver(target, around)) return afterwards(around);
  const own = isPlan(target) ? ofPlan(target, around) : ofTask(target);
  const [first, ...more] = around.waits;
  if (!first) return own;
  return {
    hint: `waits for ${first.id}${more.length > 0 ? ` and ${more.length} more` : ''}`,
    ...(own.remark === undefined ? {} : { remark: own.remark }),
    call: lookAt(first.id, 'it must be done first'),
    ...(own.call ? { backup: own.call } : {}),
  };
}

/** A finished task leads on to the next task of its plan. */
function afterwards({ plan }: Surroundings): NextAction {
  const next = plan?.tasks.next;
  if (!plan || !next) return { hint: 'done', isOver: true, call: null };
  const { done, total } = plan.tasks;
  const progress = `${done} of ${counted(total, 'task')} done`;
  return {
    hint: `done; ${plan.id} goes on with ${next.id} (${progress})`,
    isOver: true,
    call: lookAt(next.id, 'go on with the next task of the plan'),
  };
}

function ofTask(target: Target): NextAction {
  const name = { target: target.root.id };
  if (target.steps.length === 0) {
    return {
      hint: 'add steps',
      remark: 'fill in the steps first',
      call: {
        tool: 'tasks_decompose',
        purpose: 'add its steps',
        args: { ...name, steps: [STEP_FORM] },
      },
    };
  }
  const next = firstOpen(target) ?? lackingSteps(target)[0];
  if (next) return closing(next, name);
  const purpose = 'finish the task: every step is done';
  return { hint: 'finish', call: { tool: 'tasks_macro_close_step', purpose, args: name } };
}

/** Only the agent knows what the steps are, so it has to fill them in. */
export const STEP_FORM = {
  title: fill('what to do'),
  success_criteria: [fill('how to tell that it is done')],
};

function closing({ step, path }: PlacedStep, name: JsonObject): NextAction {
  const missing = missingFor(step);
  const owed = missingProof(step);
  const beyond = missing.some((kind) => !GATE.includes(kind));
  const toConfirm = missing.length > 0 ? ` checkpoints(${missing.join(' ')})` : '';
  const toProve = owed.length > 0 ? ` proof(${owed.join(' ')})` : '';
  const reason = excerpt(step.blocked_reason ?? 'no reason given', HINT_BYTES);
  const inTheWay = step.blocked ? ` blocked(${reason})` : '';
  const verb = !isOpen(step) ? 'confirm' : missing.length + owed.length > 0 ? 'gate' : 'close';
  const close: NextCall = {
    tool: 'tasks_macro_close_step',
    purpose: `${isOpen(step) ? 'close' : 'confirm'} ${path}, once ${missing.length > 0 ? `${missing.join(', ')} hold` : 'it is done'}`,
    args: {
      ...name,
      step_id: step.id,
      ...(beyond ? { checkpoints: confirming(missing) } : {}),
      ...(owed.length > 0 ? { proof: proving(owed) } : {}),
    },
  };
  const remark = remarkOn({ step, path }, owed);
  return {
    hint: `${verb} ${path}${toConfirm}${toProve}${inTheWay}`,
    step: excerpt(step.title, HINT_BYTES),
    ...(remark === undefined ? {} : { remark }),
    ...(step.blocked ? { call: unblocking(path, step, name), backup: close } : { call: close }),
  };
}

/** What the reader has to know before the close is run as it is printed. */
function remarkOn({ step, path }: PlacedStep, owed: readonly Checkpoint[]): string | undefined {
  if (owed.length > 0) return `fill in proof first: ${path} requires it`;
  return isUnproven(step)
    ? `without proof=["CMD: what ran, result"] ${path} shows as unproven`
    : undefined;
}

function unblocking(path: string, { id }: Step, name: JsonObject): NextCall {
  return {
    tool: 'tasks_block',
    purpose: `unblock ${path}, once the way is free`,
    args: { ...name, step_id: id, blocked: false },
  };
}

function confirming(missing: readonly Checkpoint[]) {
  return missing.length === CHECKPOINTS.length ? 'all' : asInput(missing);
}

/** A proof without a checkpoint counts for the tests. */
function proving(owed: readonly Checkpoint[]) {
  const forTestsAlone = owed.length === 1 && owed[0] === 'tests';
  return forTestsAlone ? proofForm() : { checks: proofForm(), checkpoint: owed };
}

function ofPlan(target: Target, { tasks }: Surroundings): NextAction {
  const { id, checklist, status } = target.root;
  const name = { target: id };
  const task = tasks.next ?? tasks.firstOpen[0];
  const open = task && lookAt(task.id, 'go on with its first open task');
  const point = status === 'DONE' ? undefined : checklist?.steps[checklist.current];
  if (point !== undefined) {
    return {
      hint: `checklist ${planProgress(checklist)} ${excerpt(point, HINT_BYTES)}`,
      call: {
        tool: 'tasks_plan',
        purpose: 'go on to the next point, once this one is done',
        args: { ...name, advance: true },
      },
      ...(open ? { backup: open } : {}),
    };
  }
  if (task && open) return { hint: task.id, call: open };
  if (tasks.total > 0 || (checklist?.steps.length ?? 0) > 0) {
    const purpose = 'finish the plan: nothing in it is open';
    return { hint: 'finish', call: { tool: 'tasks_complete', purpose, args: name } };
  }
  return {
    hint: 'start a task',
    remark: 'fill in the title first',
    call: {
      tool: 'tasks_macro_start',
      purpose: 'start its first task',
      args: { plan: id, task_title: fill('what to do') },
    },
  };
}

function lookAt(target: string, purpose: string): NextCall {
  return { tool: 'tasks_snapshot', purpose, args: { target } };
}
