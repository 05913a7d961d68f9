/** What the page shows for a workspace that has no event yet, or that does not exist. */

import { nearestName } from '../../src/kernel/nearest-name.ts';
import { pathOf, route } from '../router.ts';
import { Empty } from './empty.tsx';
import { CONNECT_LINES } from './welcome.tsx';
import { useWorkspaces } from './workspaces.tsx';

/** `unknown` only once the list has come: until then it may exist. */
export type Presence = 'here' | 'fresh' | 'unknown';

export function usePresence(): Presence {
  const { rows, isReady } = useWorkspaces();
  const { workspace } = route.value;
  const row = rows.find(({ key }) => key === workspace);
  if (workspace === undefined || (!row && !isReady)) return 'here';
  if (!row) return 'unknown';
  return row.head === 0 ? 'fresh' : 'here';
}

export function Fresh({ name }: { readonly name: string }) {
  return (
    <Empty title={`Nothing is remembered in ${name} yet`} calls={CONNECT_LINES}>
      Connect a client by one of these lines, in the directory of the project; restart the client
      and ask it for its <code>status</code> tool. This page turns live with the first call.
    </Empty>
  );
}

/** A long list would hide the sentence above it; the switcher has all names. */
const MAX_LISTED = 20;

export function Unknown({ name }: { readonly name: string }) {
  const { rows } = useWorkspaces();
  const names = rows.map(({ key }) => key);
  const nearest = nearestName(name, names);
  return (
    <div class="empty">
      <h2>There is no workspace {name}</h2>
      {nearest !== undefined && (
        <p>
          Did you mean <a href={pathOf(nearest, 'now')}>{nearest}</a>?
        </p>
      )}
      {names.length > 0 && (
        <>
          <p>This memory has:</p>
          <ul class="choices">
            {names.slice(0, MAX_LISTED).map((each) => (
              <li key={each}>
                <a href={pathOf(each, 'now')}>{each}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="muted">If an agent begins to work under this name, it appears here by itself.</p>
    </div>
  );
}
