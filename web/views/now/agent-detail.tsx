/** One agent: its sessions, what it holds, and what it did last. */

import type { AgentRow } from '../../../src/observatory/views/history/agents-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { placeHref } from '../history/place-href.ts';
import { HeldLink, Presence } from './now.tsx';

export function AgentDetail({ id }: { readonly id: string }) {
  const { workspace } = route.value;
  const { rows, isReady } = useRows<AgentRow>('agents');
  const row = rows.get(id);
  if (!row || workspace === undefined) {
    return isReady ? <Empty title="This agent was not here in the last 24 hours" /> : null;
  }
  const { last, claims } = row;
  return (
    <>
      <h2>
        <Said text={row.agent} />
      </h2>
      <section>
        <Facts row={row} />
      </section>
      {claims.count > 0 && (
        <section>
          <h3>Claims</h3>
          <ul>
            {claims.first.map((held) => (
              <li key={held.id}>
                <HeldLink held={held} />
              </li>
            ))}
          </ul>
          {claims.count > claims.first.length && (
            <p class="muted small">and {claims.count - claims.first.length} more</p>
          )}
        </section>
      )}
      {last && (
        <section>
          <h3>Last event</h3>
          <p>
            {last.at ? (
              <a href={placeHref(last)}>
                <Said text={last.words} />
              </a>
            ) : (
              <Said text={last.words} />
            )}{' '}
            <span class="muted">
              <Age atMs={last.atMs} after=" ago" />
            </span>
          </p>
          {last.text !== undefined && (
            <p class="muted">
              <Said as="lines" text={last.text} />
            </p>
          )}
        </section>
      )}
      <section>
        <a href={pathOf(workspace, 'history', [], { agent: row.agent })}>Everything it did</a>
      </section>
    </>
  );
}

function Facts({ row }: { readonly row: AgentRow }) {
  const { worksOn, focus } = row;
  return (
    <dl class="facts">
      <dt>presence</dt>
      <dd>
        <Presence row={row} />
        {row.sessions > 1 && ` in ${row.sessions} sessions`}
      </dd>
      {row.client !== undefined && (
        <>
          <dt>client</dt>
          <dd>
            <Said text={row.client} />
          </dd>
        </>
      )}
      {row.sinceMs !== undefined && (
        <>
          <dt>here since</dt>
          <dd>
            <At atMs={row.sinceMs} />
          </dd>
        </>
      )}
      {row.lastCallMs !== undefined && (
        <>
          <dt>last call</dt>
          <dd>
            <Said class="mono" text={row.tool ?? ''} /> <Age atMs={row.lastCallMs} after=" ago" />
          </dd>
        </>
      )}
      {worksOn && (
        <>
          <dt>works on</dt>
          <dd>
            <HeldLink held={worksOn} />
          </dd>
        </>
      )}
      {focus && (
        <>
          <dt>focus</dt>
          <dd>
            <HeldLink held={focus} />
          </dd>
        </>
      )}
    </dl>
  );
}
