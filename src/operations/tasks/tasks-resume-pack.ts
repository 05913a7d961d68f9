/** `tasks_resume_pack`: radar, timeline and the cards that tell most. */

import { answer, defineOperation } from '../define-operation.ts';
import { aim, budget, limit } from '../fields.ts';
import { packTrims } from './radar-trims.ts';
import { readOnly } from './resume-fields.ts';
import { RESUME_LIMITS } from './super-resume.ts';
import { radarHeader } from './target-header.ts';
import { fewNodes, readSignals } from './task-memory.ts';
import { TASK_SCENE } from './task-scene.ts';
import { timelineOf } from './timeline.ts';

const acme = { workspace: 'acme' };

export const tasksResumePack = defineOperation({
  name: 'tasks_resume_pack',
  title: 'Resume a task with its signals',
  description:
    'The radar of a plan or task, its last events, and its decisions, evidence and blockers among the cards. A target that is named comes into focus.',
  family: 'tasks',
  effect: 'view',
  aim: 'either',
  input: {
    ...aim,
    events_limit: limit(RESUME_LIMITS.events, 200),
    decisions_limit: limit(RESUME_LIMITS.decisions, 50),
    evidence_limit: limit(RESUME_LIMITS.evidence, 50),
    read_only: readOnly,
    ...budget,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } }],
  trims: packTrims('timeline'),
  async run(input, call) {
    const { tx, target } = call;
    const { header, place, progress } = await radarHeader(call, target);
    const limits = {
      blockers: RESUME_LIMITS.blockers,
      decisions: input.decisions_limit,
      evidence: input.evidence_limit,
    };
    return answer({
      ...header,
      ...progress,
      timeline: await timelineOf(tx, target.root.id, input.events_limit),
      signals: await readSignals(tx, place, limits, await fewNodes(tx, place)),
      truncated: false,
    });
  },
});
