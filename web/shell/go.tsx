/** `/go/ID`: asks the server where an id belongs, and goes there. */

import { useEffect, useState } from 'preact/hooks';
import type { PlaceRow } from '../../src/observatory/views/place-view.ts';
import { readRows } from '../live/rows.ts';
import { link } from '../live/socket.ts';
import { navigate, pathOf, VIEW_NAMES } from '../router.ts';
import { Empty } from './empty.tsx';
import { useWorkspaces } from './workspaces.tsx';

export function Go({
  id,
  workspace,
}: {
  readonly id: string;
  readonly workspace: string | undefined;
}) {
  const { rows, isReady } = useWorkspaces();
  const [isUnknown, setUnknown] = useState(false);
  const isLive = link.value.is === 'live';
  const names = workspace === undefined ? rows.map(({ key }) => key) : [workspace];
  const wanted = names.join('\n');
  useEffect(() => {
    if (!isLive || (workspace === undefined && !isReady)) return;
    void find(id, names).then((path) => {
      if (path === undefined) setUnknown(true);
      else navigate(path, { replaces: true });
    });
  }, [id, isLive, isReady, wanted]);
  if (!isUnknown) return <Empty title={`Looking for ${id}…`} />;
  return (
    <Empty title={`Nothing is known as ${id}`}>
      No workspace of this memory has it, or it was deleted.
    </Empty>
  );
}

/** The last changed workspace that knows it. */
async function find(id: string, workspaces: readonly string[]): Promise<string | undefined> {
  for (const workspace of workspaces) {
    const reply = await readRows<PlaceRow>('place', { id }, undefined, workspace);
    const place = reply.ok ? reply.result.rows[0] : undefined;
    const view = VIEW_NAMES.find((each) => each === place?.view);
    if (place && view) return pathOf(workspace, view, place.rest, place.query);
  }
  return undefined;
}
