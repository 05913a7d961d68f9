/** Every view of the page, by its name. */

import type { AnyView } from '../view.ts';
import { CLAIMS_VIEW } from './claims-view.ts';
import { HEAD_VIEW } from './head-view.ts';
import { NODE_VIEW } from './node-view.ts';
import { PLACE_VIEW } from './place-view.ts';
import { SESSIONS_VIEW } from './sessions-view.ts';
import { THOUGHT_VIEW } from './thought-view.ts';
import { THOUGHTS_VIEW } from './thoughts-view.ts';
import { PROJECTS_VIEW } from './projects-view.ts';
import { READY_VIEW } from './ready-view.ts';
import { WORK_VIEW } from './work-view.ts';

const ALL: readonly AnyView[] = [
  HEAD_VIEW,
  PLACE_VIEW,
  SESSIONS_VIEW,
  THOUGHTS_VIEW,
  THOUGHT_VIEW,
  ...[PROJECTS_VIEW, WORK_VIEW, READY_VIEW, CLAIMS_VIEW, NODE_VIEW],
];

export const VIEWS: ReadonlyMap<string, AnyView> = new Map(ALL.map((view) => [view.name, view]));
