/** All projections, and the one way an event reaches them. */

import type { EventType, JournalEvent } from '../../domain/journal/event.ts';
import { focusProjection } from './agents/focus.ts';
import { branchesProjection } from './branches.ts';
import { conflictsProjection } from './conflicts.ts';
import { documentsProjection } from './documents.ts';
import type { Sql } from './engine.ts';
import { graphProjection } from './graph-projection.ts';
import type { ProjectedTable, Projection, Step } from './projection.ts';
import { refsProjection } from './refs.ts';
import { targetsProjection } from './targets/projection.ts';
import { knowledgeProjection } from './thoughts/knowledge.ts';
import { thoughtsProjection } from './thoughts/projection.ts';
import { workProjection } from './work/projection.ts';
import { workspaceStateProjection } from './workspace-state.ts';

/** The words of texts are kept by those whose texts they are. */
const textsProjection: Projection = {
  tables: [
    { name: 'text_words', key: ['workspace', 'space', 'word'] },
    { name: 'text_grams', key: ['workspace', 'space', 'gram', 'word'] },
    { name: 'text_postings', key: ['workspace', 'space', 'word', 'item'] },
  ],
  on: {},
};

const PROJECTIONS: readonly Projection[] = [
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
  textsProjection,
];

export const PROJECTED_TABLES: readonly ProjectedTable[] = PROJECTIONS.flatMap((p) => p.tables);

export async function project(sql: Sql, workspace: string, event: JournalEvent): Promise<void> {
  for (const projection of PROJECTIONS) {
    const step = projection.on[event.type] as Step<EventType> | undefined;
    await step?.(sql, workspace, event);
    if (event.doc !== undefined) await projection.onEntry?.(sql, workspace, event);
  }
}
