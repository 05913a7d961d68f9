/** Reads the plan or task that an agent has in hand: why, how far, and what comes next. */

import { closedWithoutProof } from '../../../domain/tasks/checkpoints.ts';
import { lackingSteps, lackOf } from '../../../domain/tasks/complete-target.ts';
import { openSteps, type PlacedStep } from '../../../domain/tasks/step-tree.ts';
import { isPlan, type Step, type Target } from '../../../domain/tasks/target.ts';
import type { NextAction } from '../../../domain/tasks/views/capsule.ts';
import { counted } from '../../../kernel/text.ts';
import { nextAction } from '../../tasks/steps/next-action.ts';
import { otherAgentOn, withFreeTask, withOwnTask } from '../../tasks/steps/other-agent.ts';
import { readSurroundings } from '../../tasks/steps/read-surroundings.ts';
import type { UnderWayCall } from './read-under-way.ts';
import type { Call, InHand } from './way-back.ts';

export interface FoundInHand {
  readonly view: InHand;
  /** What to do next with it; nothing if it is finished, and its plan too. */
  readonly calls: readonly Call[];
}

export async function readInHand(call: UnderWayCall, target: Target): Promise<FoundInHand> {
  const { tx } = call;
  const { root } = target;
  const focus = await tx.agents.focus(call.agent);
  const plan = root.parent === null ? undefined : await tx.targets.byId(root.parent);
  const around = await withFreeTask(call, await readSurroundings(tx, target));
  const holder = await otherAgentOn(call, root.id);
  const own = nextAction(target, around);
  const isFree = holder === undefined || !own.call || own.isOver;
  const next = isFree ? own : withOwnTask(holder, own);
  const progress = isPlan(target)
    ? progressOf(around.tasks.done, around.tasks.total, 'task')
    : progressOf(
        target.steps.filter((step) => step.completed_at_ms !== null).length,
        target.steps.length,
        'step',
      );
  const contract = root.contract ?? plan?.root.contract ?? undefined;
  const unproven = closedWithoutProof(target).map(({ path }) => path);
  const lacking = lackingSteps(target).map(lackOf);
  const [placed, ...later] = openSteps(target);
  const blocked = later
    .filter(({ step }) => step.blocked)
    .map(({ step, path }) => `${path} blocked by: ${reasonOf(step)}`);
  return {
    view: {
      id: root.id,
      kind: root.kind,
      title: root.title,
      status: root.status,
      focused: focus.target === root.id,
      ...(progress === undefined ? {} : { progress }),
      ahead: aheadOf(next, placed),
      ...(root.description ? { why: root.description } : {}),
      ...(contract ? { contract } : {}),
      ...(contract && !root.contract && plan ? { contract_of: plan.root.id } : {}),
      ...(placed
        ? {
            step: {
              id: placed.step.id,
              path: placed.path,
              title: placed.step.title,
              criteria: placed.step.success_criteria,
              tests: placed.step.tests,
              blockers: [
                ...(placed.step.blocked ? [reasonOf(placed.step)] : []),
                ...placed.step.blockers,
              ],
            },
          }
        : {}),
      ...(blocked.length === 0 ? {} : { blocked }),
      ...(next.remark === undefined ? {} : { remark: next.remark }),
      ...(unproven.length === 0 ? {} : { unproven }),
      ...(lacking.length === 0 ? {} : { lacking }),
      ...(holder === undefined ? {} : { at_work: holder }),
    },
    calls: callsOf(next),
  };
}

function reasonOf({ blocked_reason: reason }: Step): string {
  return reason ?? 'no reason given';
}

/** The next step by its title; what it needs is shown with it. */
function aheadOf({ hint }: NextAction, placed: PlacedStep | undefined): string {
  if (!placed || hint.startsWith('waits for ')) return hint;
  return `${placed.path}${placed.step.blocked ? ' (blocked)' : ''} — ${placed.step.title}`;
}

function callsOf({ call, backup }: NextAction): readonly Call[] {
  return [call, backup].flatMap((each) => (each ? [{ ...each }] : []));
}

function progressOf(done: number, total: number, noun: string): string | undefined {
  return total === 0 ? undefined : `${done} of ${counted(total, noun)} done`;
}
