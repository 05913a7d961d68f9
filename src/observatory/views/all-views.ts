/** Every view of the page, by its name. */

import type { AnyView } from '../view.ts';
import { AGENTS_VIEW } from './agents-view.ts';
import { EVENT_VIEW } from './event-view.ts';
import { EVIDENCE_VIEW } from './evidence-view.ts';
import { HEAD_VIEW } from './head-view.ts';
import { HISTORY_VIEW } from './history-view.ts';
import { PLACE_VIEW } from './place-view.ts';
import { STEP_VIEW } from './step-view.ts';
import { TASK_VIEW } from './task-view.ts';
import { TASKS_VIEW } from './tasks-view.ts';

const ALL: readonly AnyView[] = [
  AGENTS_VIEW,
  EVENT_VIEW,
  EVIDENCE_VIEW,
  HEAD_VIEW,
  HISTORY_VIEW,
  PLACE_VIEW,
  STEP_VIEW,
  TASK_VIEW,
  TASKS_VIEW,
];

export const VIEWS: ReadonlyMap<string, AnyView> = new Map(ALL.map((view) => [view.name, view]));
