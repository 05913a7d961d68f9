/**
 * `/go/ID`: asks the server where an id belongs, and goes there.
 *
 * Ids are counted in each workspace, so several may have it. Then the workspace that was looked at
 * last in this browser is meant, or else the person chooses.
 */

import { useEffect, useState } from 'preact/hooks';
import type { PlaceRow } from '../../src/observatory/views/place-view.ts';
import { readRows } from '../live/rows.ts';
import { link } from '../live/socket.ts';
import { navigate, pathOf, VIEW_NAMES } from '../router.ts';
import { Empty } from './empty.tsx';
import { lastWorkspace, useWorkspaces } from './workspaces.tsx';

/** A place that an id may mean. */
interface Found {
  readonly workspace: string;
  readonly path: string;
  readonly view: string;
}

export function Go({
  id,
  workspace,
}: {
  readonly id: string;
  readonly workspace: string | undefined;
}) {
  const { rows, isReady } = useWorkspaces();
  const [found, setFound] = useState<readonly Found[]>();
  const isLive = link.value.is === 'live';
  const names = workspace === undefined ? rows.map(({ key }) => key) : [workspace];
  const wanted = names.join('\n');
  useEffect(() => {
    if (!isLive || (workspace === undefined && !isReady)) return;
    void find(id, names).then((places) => {
      const [only, ...others] = places;
      if (only && others.length === 0) navigate(only.path, { replaces: true });
      else setFound(places);
    });
  }, [id, isLive, isReady, wanted]);
  if (found === undefined) return <Empty title={`Looking for ${id}…`} />;
  if (found.length > 1) return <Choice id={id} found={found} />;
  return (
    <Empty title={`Nothing is known as ${id}`}>
      {workspace === undefined ? 'No workspace of this memory' : `The workspace ${workspace}`} has
      it, or it was deleted.
    </Empty>
  );
}

function Choice({ id, found }: { readonly id: string; readonly found: readonly Found[] }) {
  return (
    <div class="empty">
      <h2>Which {id}?</h2>
      <p>Several workspaces have it. Choose one:</p>
      <ul class="choices">
        {found.map(({ workspace, path, view }) => (
          <li key={workspace}>
            <a href={path}>{workspace}</a> <span class="muted">{view}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The place in the workspace that was looked at last; else all places, last changed first. */
async function find(id: string, workspaces: readonly string[]): Promise<readonly Found[]> {
  const last = lastWorkspace();
  const near = workspaces.filter((each) => each === last);
  const far = workspaces.filter((each) => each !== last);
  for (const some of [near, far]) {
    const found: Found[] = [];
    for (const workspace of some) {
      const reply = await readRows<PlaceRow>('place', { id }, undefined, workspace);
      const place = reply.ok ? reply.result.rows[0] : undefined;
      const view = VIEW_NAMES.find((each) => each === place?.view);
      if (!place || !view) continue;
      found.push({ workspace, view, path: pathOf(workspace, view, place.rest, place.query) });
    }
    if (found.length > 0) return found;
  }
  return [];
}
