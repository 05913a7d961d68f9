/** `tasks_resume_pack`: radar, latest events and the most important cards of a plan or task. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { views } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { packTrims } from './steps/radar-trims.ts';
import { readRadarHeader } from './steps/read-header.ts';
import { fewNodes, readSignals } from './steps/read-memory.ts';
import { RESUME_LIMITS } from './steps/read-resume.ts';
import { readTimeline } from './steps/read-timeline.ts';

export const tasksResumePack = defineOperation({
  name: 'tasks_resume_pack',
  title: 'Resume a task with its signals',
  description:
    'The radar of a plan or task, its latest events, and its newest decision, evidence and blocker cards. A named target becomes the focus.',
  toolset: 'tasks',
  does: views('either', packTrims('timeline')),
  input: {
    events_limit: limit(RESUME_LIMITS.events, 200),
    events_cursor: cursor,
    decisions_limit: limit(RESUME_LIMITS.decisions, 50),
    evidence_limit: limit(RESUME_LIMITS.evidence, 50),
  },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    const { tx, target } = call;
    const { header, place, progress } = await readRadarHeader(call, target);
    const limits = {
      blockers: RESUME_LIMITS.blockers,
      decisions: input.decisions_limit,
      evidence: input.evidence_limit,
    };
    const events = { limit: input.events_limit, cursor: input.events_cursor };
    return answer({
      ...header,
      ...progress,
      timeline: await readTimeline(tx, target.root.id, events),
      signals: await readSignals(
        tx,
        { ...place, id: target.root.id },
        limits,
        await fewNodes(tx, place),
      ),
      truncated: false,
    });
  },
});
