/** Every view of the page, by its name. */

import type { AnyView } from '../view.ts';
import { HEAD_VIEW } from './head-view.ts';
import { PLACE_VIEW } from './place-view.ts';

const ALL: readonly AnyView[] = [HEAD_VIEW, PLACE_VIEW];

export const VIEWS: ReadonlyMap<string, AnyView> = new Map(ALL.map((view) => [view.name, view]));
