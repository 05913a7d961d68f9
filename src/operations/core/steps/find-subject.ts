/** Finds what a remembered text is about: a plan, task, step, work node or session. */

import { EVERYWHERE } from '../../../domain/rules/rule.ts';
import { STEP_ID } from '../../../domain/tasks/step-tree.ts';
import { TARGET_ID } from '../../../kernel/ids.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';

export interface Subject {
  /** `EVERYWHERE` for the workspace. */
  readonly id: string;
  /** The plan or task that it is or belongs to. */
  readonly target?: string;
}

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function findSubject(
  tx: Reading,
  about: string,
  focus: string | undefined,
): Promise<Subject | Refusal> {
  const id = about.trim();
  const [step = '', owner] = id.split('/').reverse();
  if (id === 'workspace' || id === tx.workspace) return { id: EVERYWHERE };
  if (TARGET_ID.test(id)) {
    if (await tx.targets.summary(id)) return { id, target: id };
  } else if (STEP_ID.test(step)) {
    const target = await targetWithStep(tx, step, owner ?? focus);
    if (target !== undefined && target === (owner ?? target)) return { id: step, target };
  } else if (SESSION_ID.test(id)) {
    const session = await tx.thoughts.session(id.toLowerCase());
    if (session) return { id: session.id };
  } else {
    const [node] = await tx.work.nodes([id]);
    if (node) return { id };
    const project = await tx.work.project(id);
    if (project) return { id: project.root };
  }
  return refuse('UNKNOWN_ID', `about: nothing here has the id ${JSON.stringify(id)}`, {
    recovery: 'Send the id of a plan, task, step, work node or session, or leave about out.',
    suggestions: [suggestCall('status', {}, 'See what there is')],
  });
}

/** Open tasks that are searched for a step which is not in focus. */
const TASKS_TO_SEARCH = 50;

/** A step is known by its task. The focus has it nearly always. */
async function targetWithStep(
  tx: Reading,
  step: string,
  focus: string | undefined,
): Promise<string | undefined> {
  const latest = await tx.targets.latest({ kind: 'task' }, TASKS_TO_SEARCH);
  const ids = [focus, ...latest.map((task) => task.id).reverse()];
  for (const id of new Set(ids)) {
    const target = id === undefined ? undefined : await tx.targets.byId(id);
    if (target?.steps.some((each) => each.id === step)) return id;
  }
  return undefined;
}
