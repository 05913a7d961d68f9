/** The view Now: one line for each agent. */

import './now.css';
import type { AgentRow, Held } from '../../../src/observatory/views/history/agents-view.ts';
import { useRows } from '../../live/rows.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { isNarrow } from '../../shell/narrow.ts';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { CONNECT_LINES } from '../../shell/welcome.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { placeHref } from '../history/place-href.ts';
import { Waiting } from '../remembered/waiting.tsx';

/** In the order of arrival, so that nobody moves while others work; those who left come last. */
function inOrder(rows: Iterable<AgentRow>): readonly AgentRow[] {
  return [...rows].sort(
    (a, b) =>
      Number(b.present) - Number(a.present) ||
      (a.sinceMs ?? 0) - (b.sinceMs ?? 0) ||
      (a.agent < b.agent ? -1 : 1),
  );
}

export function NowView() {
  const { rows, isReady } = useRows<AgentRow>('agents');
  const agents = inOrder(rows.values());
  const present = agents.filter((row) => row.present).length;
  const selected = openedIn('agent');
  return (
    <div class="now">
      <div class="now-head">
        <h1>Now</h1>
        <span class="muted small">
          {present > 0 && `${present} here`}
          {present === 0 && agents.length > 0 && 'Nobody is here'}
          {present < agents.length && ` · ${agents.length - present} away in the last 24 h`}
        </span>
      </div>
      <Waiting />
      {agents.length === 0 && (isReady ? <Nobody /> : null)}
      {agents.length > 0 && (
        <VirtualList
          items={agents}
          keyOf={({ key }) => key}
          height={isNarrow.value ? 132 : 84}
          label="Agents"
          selected={selected}
          onSelect={(key) => openPanel('agent', key)}
          isMain
          render={(row) => <AgentLine row={row} />}
        />
      )}
    </div>
  );
}

function Nobody() {
  return (
    <Empty title="Nobody is here" calls={CONNECT_LINES}>
      No agent is connected to this workspace, and none wrote in the last 24 hours. Connect a client
      by one of these lines, in the directory of your project; this page turns live by itself.
    </Empty>
  );
}

export function Presence({ row }: { readonly row: AgentRow }) {
  return (
    <span class={`presence ${row.present ? 'here' : 'away'}`}>
      <i aria-hidden="true">{row.present ? '●' : '○'}</i> {row.present ? 'here' : 'away'}
    </span>
  );
}

function AgentLine({ row }: { readonly row: AgentRow }) {
  const { last, claims } = row;
  return (
    <div class="agent">
      <div class="agent-who">
        <Said as="one" class="agent-name" text={row.agent} />
        <span class="row small">
          <Presence row={row} />
          {row.client !== undefined && <Said as="one" class="muted" text={row.client} />}
        </span>
      </div>
      <div class="agent-what">
        <span class="agent-line">
          <Work row={row} />
          {claims.count > 0 && <Claims row={row} />}
        </span>
        {last && (
          <span class="agent-line small muted">
            <UnseenDot seq={last.seq} />
            <Said as="one" text={last.words} />
            <span class="agent-age">
              <Age atMs={last.atMs} after=" ago" />
            </span>
          </span>
        )}
      </div>
      <div class="agent-call small">
        {row.lastCallMs === undefined ? (
          <span class="muted">no call</span>
        ) : (
          <>
            <Said as="one" class="mono" text={row.tool ?? 'connected'} />
            <span class="muted">
              <Age atMs={row.lastCallMs} after=" ago" />
            </span>
          </>
        )}
      </div>
    </div>
  );
}

/** What it works on; otherwise what it has in focus. */
function Work({ row: { worksOn, focus, claims } }: { readonly row: AgentRow }) {
  const thing = worksOn ?? focus;
  if (!thing && claims.count > 0) return null;
  if (!thing) return <span class="muted">nothing in hand</span>;
  return (
    <>
      <span class="muted small">{worksOn ? 'works on' : 'in focus'}</span> <HeldLink held={thing} />
    </>
  );
}

/** What it works on need not be named twice. */
function Claims({ row: { claims, worksOn } }: { readonly row: AgentRow }) {
  const { count, first } = claims;
  const newest = first.find(({ id }) => id !== worksOn?.id);
  return (
    <span class="chip busy" title={first.map(({ title }) => title).join('\n')}>
      <Said as="one" text={`⚑ holds ${count}${newest ? `: ${newest.title}` : ''}`} />
    </span>
  );
}

export function HeldLink({ held }: { readonly held: Held }) {
  const isTarget = held.at[0] === 'tasks';
  return (
    <a class="agent-held" href={placeHref(held)} onClick={(event) => event.stopPropagation()}>
      {isTarget && <span class="mono">{held.id} </span>}
      <Said as="one" text={held.title} />
    </a>
  );
}
