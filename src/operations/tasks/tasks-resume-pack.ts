/** `tasks_resume_pack`: radar, timeline and the cards that tell most. */

import { radarOf } from '../../domain/tasks/views/radar.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { views } from '../facets.ts';
import { limit } from '../fields.ts';
import { focusMoved, focusOf, lookAround, reasoningPlace, reasoningRef } from './look-around.ts';
import { packTrims } from './radar-trims.ts';
import { progressOf, RESUME_LIMITS } from './super-resume.ts';
import { targetView } from './target-view.ts';
import { fewNodes, readSignals } from './task-memory.ts';
import { timelineOf } from './timeline.ts';

export const tasksResumePack = defineOperation({
  name: 'tasks_resume_pack',
  title: 'Resume a task with its signals',
  description:
    'The radar of a plan or task, its last events, and its decisions, evidence and blockers among the cards. A target that is named comes into focus.',
  family: 'tasks',
  does: views('either', packTrims('timeline')),
  input: {
    events_limit: limit(RESUME_LIMITS.events, 200),
    decisions_limit: limit(RESUME_LIMITS.decisions, 50),
    evidence_limit: limit(RESUME_LIMITS.evidence, 50),
  },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, { tx, agent, target, workspace, focus }) {
    const around = await lookAround(tx, target);
    const place = await reasoningPlace(tx, target.root.id);
    return answer({
      workspace,
      focus: await focusOf({ tx, agent }),
      ...focusMoved(focus),
      target: targetView(workspace, target),
      reasoning_ref: reasoningRef(place),
      radar: radarOf(target, around),
      ...progressOf(target, around),
      timeline: await timelineOf(tx, target.root.id, input.events_limit),
      signals: await readSignals(
        tx,
        place,
        {
          blockers: RESUME_LIMITS.blockers,
          decisions: input.decisions_limit,
          evidence: input.evidence_limit,
        },
        await fewNodes(tx, place),
      ),
      truncated: false,
    });
  },
});
