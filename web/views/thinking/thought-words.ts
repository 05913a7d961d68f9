/** How thoughts are named and addressed on the page. */

import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { pathOf, route } from '../../router.ts';
import { visible } from '../../shell/said.tsx';
import type { SessionModel } from './session-model.ts';

/** The lanes have so many colours; then they begin again. */
const LANES = 6;

/** The class that colours what belongs to a chain; the main one has none of its own. */
export function laneOf(chain: number): string {
  return chain === 0 ? 'lane-main' : `lane-${((chain - 1) % LANES) + 1}`;
}

/** The id of a thought in the panel, and everywhere outside the page. */
function panelId(session: string, place: string): string {
  return `${session}:${place}`;
}

/** The address of a thought, with its detail open. */
export function thoughtPath(session: string, place: string, isOpen = true): string {
  const panel = isOpen ? `thought:${panelId(session, place)}` : undefined;
  return pathOf(route.value.workspace ?? '', 'thinking', [session, place], { panel });
}

const MAX_NAME = 160;

/** What a card says to those who cannot see it. */
export function spokenName(row: ThoughtRow, model: SessionModel): string {
  const revised = model.revisedBy(row.key);
  const facts = [
    `Thought ${row.key}`,
    ...row.marks,
    ...(row.revises === undefined ? [] : [`revises ${row.revises}`]),
    ...(revised.length === 0 ? [] : [`revised by ${revised.join(', ')}`]),
    ...(row.hasCritique ? ['has a critique'] : []),
    ...(model.isEnd(row) ? ['end'] : []),
  ];
  return `${facts.join(', ')}. ${visible(row.text.slice(0, MAX_NAME))}`;
}
