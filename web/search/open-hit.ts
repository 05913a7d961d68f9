/** Opens what was found: where the page has a place for it, else in the panel. */

import type { PlaceRow } from '../../src/observatory/views/place-view.ts';
import { readRows } from '../live/rows.ts';
import { navigate, pathOf, route, VIEW_NAMES } from '../router.ts';
import { openPanel } from '../shell/panel.tsx';

export async function openHit(id: string): Promise<void> {
  const { workspace } = route.value;
  if (workspace === undefined) return;
  const reply = await readRows<PlaceRow>('place', { id }, undefined, workspace);
  const place = reply.ok ? reply.result.rows[0] : undefined;
  const view = VIEW_NAMES.find((each) => each === place?.view);
  if (place && view) navigate(pathOf(workspace, view, place.rest, place.query));
  else openPanel('recall', id);
}
