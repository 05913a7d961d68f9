/** Every view of the page, by its name. */

import type { AnyView } from '../view.ts';
import { HEAD_VIEW } from './head-view.ts';
import { PLACE_VIEW } from './place-view.ts';
import { SESSION_TEXT_VIEW } from './session-text-view.ts';
import { SESSIONS_VIEW } from './sessions-view.ts';
import { THOUGHT_VIEW } from './thought-view.ts';
import { THOUGHTS_VIEW } from './thoughts-view.ts';

const ALL: readonly AnyView[] = [
  HEAD_VIEW,
  PLACE_VIEW,
  SESSIONS_VIEW,
  THOUGHTS_VIEW,
  THOUGHT_VIEW,
  SESSION_TEXT_VIEW,
];

export const VIEWS: ReadonlyMap<string, AnyView> = new Map(ALL.map((view) => [view.name, view]));
