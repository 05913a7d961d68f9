/** The list of all projections, and the one function that passes events to them. */

import type { EventType, JournalEvent } from '../../domain/journal/event.ts';
import { recallProjection } from '../../recall/index/projection.ts';
import { TextChanges } from '../../recall/index/text-changes.ts';
import { writeTexts } from '../../recall/index/write-texts.ts';
import { focusProjection } from './agents/focus.ts';
import { branchesProjection } from './documents/branches.ts';
import { documentsProjection } from './documents/documents.ts';
import { refsProjection } from './documents/refs.ts';
import type { Sql } from './engine.ts';
import { conflictsProjection } from './graph/conflicts.ts';
import { graphProjection } from './graph/projection.ts';
import { notebooksProjection } from './notebooks/projection.ts';
import type { ProjectedTable, Projection, Step, Stretch } from './projection.ts';
import { rulesProjection } from './rules/rules.ts';
import { targetsProjection } from './targets/projection.ts';
import { knowledgeProjection } from './thoughts/knowledge.ts';
import { thoughtsProjection } from './thoughts/projection.ts';
import { workProjection } from './work/projection.ts';
import { workspaceStateProjection } from './workspace-state.ts';

/** Has tables but no steps: the projections whose texts are indexed write the words. */
const textsProjection: Projection = {
  name: 'texts',
  tables: [
    { name: 'text_words', key: ['workspace', 'space', 'word'] },
    { name: 'text_grams', key: ['workspace', 'space', 'gram', 'word'] },
    { name: 'text_postings', key: ['workspace', 'space', 'word', 'item'] },
  ],
};

const PROJECTIONS: readonly Projection[] = [
  recallProjection,
  workspaceStateProjection,
  focusProjection,
  branchesProjection,
  documentsProjection,
  refsProjection,
  graphProjection,
  conflictsProjection,
  targetsProjection,
  workProjection,
  thoughtsProjection,
  knowledgeProjection,
  notebooksProjection,
  rulesProjection,
  textsProjection,
];

export const PROJECTED_TABLES: readonly ProjectedTable[] = PROJECTIONS.flatMap((p) => p.tables);

/** Updates all projections from the events of an append, or of a page of the journal, in order. */
export async function projectEvents(
  sql: Sql,
  workspace: string,
  events: readonly JournalEvent[],
): Promise<void> {
  const texts = new TextChanges();
  for (const stretch of stretchesOf(events)) {
    for (const projection of PROJECTIONS) {
      if (projection.onStretch) await projection.onStretch(sql, workspace, stretch, texts);
      for (const { step, event } of stepsOf(projection, stretch)) {
        await step(sql, workspace, event, texts);
      }
    }
  }
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  await writeTexts(sql, workspace, texts.list, { before: first.seq - 1, head: last.seq });
}

interface StepOfEvent {
  readonly step: Step<EventType>;
  readonly event: JournalEvent;
}

/** Most projections have no step for an event: finding that out must not cost a turn of the loop. */
function stepsOf({ on }: Projection, events: Stretch): readonly StepOfEvent[] {
  if (!on) return [];
  return events.flatMap((event) => {
    const step = on[event.type] as Step<EventType> | undefined;
    return step ? [{ step, event }] : [];
  });
}

function stretchesOf(events: readonly JournalEvent[]): Stretch[] {
  const stretches: JournalEvent[][] = [];
  for (const event of events) {
    const last = stretches.at(-1);
    const [first] = last ?? [];
    const goesOn =
      first?.entity === event.entity && first.branch === event.branch && first.doc === event.doc;
    if (last && goesOn) last.push(event);
    else stretches.push([event]);
  }
  return stretches;
}
