/** Every view of the page, by its name. */

import type { AnyView } from '../view.ts';
import { HEAD_VIEW } from './head-view.ts';
import { AGENTS_VIEW } from './history/agents-view.ts';
import { EVENT_VIEW } from './history/event-view.ts';
import { HISTORY_VIEW } from './history/history-view.ts';
import { BRANCHES_VIEW } from './memory/branches-view.ts';
import { CARD_VIEW } from './memory/card-view.ts';
import { CARDS_VIEW } from './memory/cards-view.ts';
import { CONFLICT_VIEW } from './memory/conflict-view.ts';
import { CONFLICTS_VIEW } from './memory/conflicts-view.ts';
import { DOCUMENTS_VIEW } from './memory/documents-view.ts';
import { ENTRY_VIEW, NOTES_VIEW } from './memory/notes-view.ts';
import { PATTERN_VIEW, PATTERNS_VIEW } from './memory/patterns-view.ts';
import { TAGS_VIEW } from './memory/tags-view.ts';
import { CELL_VIEW, CELLS_VIEW } from './notebooks/cells-view.ts';
import { NOTEBOOK_VIEW, NOTEBOOKS_VIEW } from './notebooks/notebooks-view.ts';
import { PLACE_VIEW } from './place-view.ts';
import { QUESTIONS_VIEW } from './remembered/questions-view.ts';
import { RULES_VIEW } from './remembered/rules-view.ts';
import { EVIDENCE_VIEW } from './tasks/evidence-view.ts';
import { STEP_VIEW } from './tasks/step-view.ts';
import { TASK_VIEW } from './tasks/task-view.ts';
import { TASKS_VIEW } from './tasks/tasks-view.ts';
import { SESSION_TEXT_VIEW } from './thinking/session-text-view.ts';
import { SESSIONS_VIEW } from './thinking/sessions-view.ts';
import { THOUGHT_VIEW } from './thinking/thought-view.ts';
import { THOUGHTS_VIEW } from './thinking/thoughts-view.ts';
import { CLAIMS_VIEW } from './work/claims-view.ts';
import { NODE_VIEW } from './work/node-view.ts';
import { PROJECTS_VIEW } from './work/projects-view.ts';
import { READY_VIEW } from './work/ready-view.ts';
import { WORK_VIEW } from './work/work-view.ts';

const ALL: readonly AnyView[] = [
  HEAD_VIEW,
  PLACE_VIEW,
  SESSIONS_VIEW,
  THOUGHTS_VIEW,
  THOUGHT_VIEW,
  ...[PROJECTS_VIEW, WORK_VIEW, READY_VIEW, CLAIMS_VIEW, NODE_VIEW],
  BRANCHES_VIEW,
  DOCUMENTS_VIEW,
  NOTES_VIEW,
  ENTRY_VIEW,
  CARDS_VIEW,
  CARD_VIEW,
  CONFLICTS_VIEW,
  CONFLICT_VIEW,
  PATTERNS_VIEW,
  PATTERN_VIEW,
  TAGS_VIEW,
  NOTEBOOKS_VIEW,
  NOTEBOOK_VIEW,
  CELLS_VIEW,
  CELL_VIEW,
  ...[TASKS_VIEW, TASK_VIEW, STEP_VIEW, EVIDENCE_VIEW],
  ...[RULES_VIEW, QUESTIONS_VIEW],
  ...[AGENTS_VIEW, HISTORY_VIEW, EVENT_VIEW],
  SESSION_TEXT_VIEW,
];

export const VIEWS: ReadonlyMap<string, AnyView> = new Map(ALL.map((view) => [view.name, view]));
