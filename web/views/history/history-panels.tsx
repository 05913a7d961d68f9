/** What History and Now open in the panel: an event, an agent. */

import type { EventRow } from '../../../src/observatory/views/history/event-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openPanel, type PanelKinds } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { AgentDetail } from '../now/agent-detail.tsx';
import { placeHref } from './place-href.ts';

function EventDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRows<EventRow>('event', { seq: Number(id) || 1 });
  const row = rows.get(id);
  if (!row) return isReady ? <Empty title={`There is no event ${id}`} /> : null;
  const href = placeHref(row);
  return (
    <>
      <p>
        <b>
          <Said text={row.agent} />
        </b>{' '}
        <Said text={row.words} />
      </p>
      {row.text !== undefined && (
        <p class="muted">
          <Said as="lines" text={row.more ? `${row.text}…` : row.text} />
        </p>
      )}
      {href && (
        <p>
          <a href={href}>Show it where it is</a>
        </p>
      )}
      <section>
        <Facts row={row} />
      </section>
      <section class="row">
        <Step to={row.before} label="Earlier" />
        <Step to={row.after} label="Later" />
      </section>
      <section>
        <h3>Payload</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
        <pre tabIndex={0} aria-label="Payload">
          <Said as="lines" text={row.payload} />
        </pre>
        {row.payloadMore && (
          <p class="muted small">Longer than this; the rest is in the journal.</p>
        )}
      </section>
    </>
  );
}

function Facts({ row }: { readonly row: EventRow }) {
  return (
    <dl class="facts">
      <dt>when</dt>
      <dd>
        <At atMs={row.atMs} /> (<Age atMs={row.atMs} after=" ago" />)
      </dd>
      <dt>agent</dt>
      <Only field="agent" value={row.agent} />
      <dt>type</dt>
      <Only field="type" value={row.type} />
      <dt>entity</dt>
      <Only field="entity" value={row.entity} />
      {row.doc !== undefined && (
        <>
          <dt>document</dt>
          <dd>
            <Said text={row.doc} />
          </dd>
        </>
      )}
      <dt>seq</dt>
      <dd>{row.seq}</dd>
    </dl>
  );
}

/** A fact, and the way to the events that share it. */
function Only({ field, value }: { readonly field: string; readonly value: string }) {
  const { workspace, query } = route.value;
  if (workspace === undefined) return null;
  const { panel } = query;
  const href = pathOf(workspace, 'history', [], { [field]: value, panel });
  return (
    <dd>
      <a href={href} title={`Only events of this ${field}`}>
        <Said text={value} />
      </a>
    </dd>
  );
}

function Step({ to, label }: { readonly to: number | undefined; readonly label: string }) {
  return (
    <button
      type="button"
      class="button"
      disabled={to === undefined}
      onClick={() => to !== undefined && openPanel('event', String(to))}
    >
      {label}
    </button>
  );
}

export const HISTORY_PANELS: PanelKinds = {
  event: { title: 'Event', Detail: EventDetail },
  agent: { title: 'Agent', Detail: AgentDetail },
};
