/** The view History: the journal as lines, with filters in the address. */

import './history.css';
import { useEffect, useRef } from 'preact/hooks';
import type { AgentRow } from '../../../src/observatory/views/history/agents-view.ts';
import type { HistoryRow } from '../../../src/observatory/views/history/history-view.ts';
import { useKeys } from '../../keys.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, navigate, route } from '../../router.ts';
import { isUnseen, markSeen, seenSeq, useHeadSeq, useUnseenCount } from '../../seen.ts';
import { At } from '../../shell/age.tsx';
import { announce } from '../../shell/announce.tsx';
import { Empty } from '../../shell/empty.tsx';
import { isNarrow } from '../../shell/narrow.ts';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { scrollToRow } from '../../shell/scroll-to.ts';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { placeHref } from './place-href.ts';
import { type History, type HistoryFilter, useHistory } from './use-history.ts';

const FIELDS = ['agent', 'type', 'entity'] as const;

export function filterIn(query: Readonly<Record<string, string>>): HistoryFilter {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])),
  );
}

const rowHeight = () => (isNarrow.value ? 60 : 36);

export function HistoryView() {
  const filter = filterIn(route.value.query);
  const history = useHistory(filter);
  const box = useRef<HTMLDivElement>(null);
  const selected = openedIn('event');
  const height = rowHeight();
  useSelection(history, selected, box);
  useKeys([{ keys: 'm', does: 'mark everything as seen', run: useMark() }]);
  const { rows, isReady } = history;
  const firstSeen = rows.find(({ seq }) => !isUnseen(seq))?.seq;
  const hasLine = firstSeen !== undefined && firstSeen !== rows[0]?.seq;
  return (
    <div class="history" ref={box}>
      <Toolbar filter={filter} rows={rows} isLooking={rows.length === 0 && !history.isWhole} />
      {isReady && rows.length === 0 && history.isWhole ? (
        <NothingFits filter={filter} />
      ) : (
        <VirtualList
          key={JSON.stringify(filter)}
          items={rows}
          keyOf={({ key }) => key}
          height={height}
          label="Events, newest first"
          selected={selected}
          onSelect={(key) => openPanel('event', key)}
          onOpen={(key) => {
            const row = rows.find((each) => each.key === key);
            const href = row && placeHref(row);
            if (href) navigate(href);
          }}
          onEnd={() => void history.more()}
          isMain
          render={(row) => <Line row={row} isFirstSeen={hasLine && row.seq === firstSeen} />}
        />
      )}
    </div>
  );
}

/** `[` and `]` walk what was not seen yet: `]` begins with the oldest of it. */
function useSelection(
  history: History,
  selected: string | undefined,
  box: { readonly current: HTMLDivElement | null },
): void {
  const walk = (by: 1 | -1) => {
    const unseen = history.rows.filter(({ seq }) => isUnseen(seq));
    const at = unseen.findIndex(({ key }) => key === selected);
    const to = at < 0 ? (by > 0 ? unseen.length - 1 : 0) : at - by;
    const row = unseen[to];
    if (row) openPanel('event', row.key);
    else announce('Nothing else is unseen.');
  };
  const next = () => {
    const oldest = history.rows.at(-1)?.seq ?? 0;
    if (selected === undefined && isUnseen(oldest)) void history.more().then(() => walk(1));
    else walk(1);
  };
  useKeys([
    { keys: ']', does: 'next change since the last look', run: next },
    { keys: '[', does: 'previous change since the last look', run: () => walk(-1) },
  ]);
  const isKnown = history.rows.some(({ key }) => key === selected);
  useEffect(() => {
    const at = history.rows.findIndex(({ key }) => key === selected);
    scrollToRow(box.current, at, rowHeight());
  }, [selected, isKnown]);
}

function useMark(): () => void {
  const { workspace } = route.value;
  const head = useHeadSeq();
  return () => {
    if (workspace === undefined) return;
    markSeen(workspace, head);
    announce('Marked as seen.');
  };
}

function Line({ row, isFirstSeen }: { readonly row: HistoryRow; readonly isFirstSeen: boolean }) {
  return (
    <div class={`event ${isFirstSeen ? 'first-seen' : ''}`}>
      <span class="event-mark">
        <UnseenDot seq={row.seq} />
      </span>
      <span class="event-time">
        <At atMs={row.atMs} />
      </span>
      <Said as="one" class="event-agent" text={row.agent} />
      <span class="event-words">
        <Said as="one" text={row.words} class="event-what" />
        {row.text !== undefined && <Said as="one" class="muted" text={row.text} />}
      </span>
      <span class="event-seq muted tiny">#{row.seq}</span>
      {isFirstSeen && <span class="seen-line tiny">seen from here on</span>}
    </div>
  );
}

interface ToolbarProps {
  readonly filter: HistoryFilter;
  readonly rows: readonly HistoryRow[];
  /** Whether older events are still looked through for the first that fits. */
  readonly isLooking: boolean;
}

function Toolbar({ filter, rows, isLooking }: ToolbarProps) {
  const agents = useRows<AgentRow>('agents').rows;
  const names = new Set([...agents.keys(), ...rows.map(({ agent }) => agent)]);
  const types = new Set(rows.map(({ type }) => type));
  return (
    <div class="filters-bar">
      <h1 class="hidden-text">History</h1>
      {FIELDS.map((field) =>
        filter[field] === undefined ? null : (
          <button
            key={field}
            type="button"
            class="button"
            aria-pressed="true"
            aria-label={`Remove the filter ${field} ${filter[field]}`}
            onClick={() => changeQuery({ [field]: undefined, panel: undefined })}
          >
            <span class="muted">{field}</span> <Said as="one" text={filter[field] ?? ''} /> ✕
          </button>
        ),
      )}
      {filter.agent === undefined && <Choice field="agent" values={names} />}
      {filter.type === undefined && <Choice field="type" values={types} />}
      {filter.entity === undefined && <EntityField />}
      {isLooking && <span class="muted small">Looking through older events…</span>}
      <span class="grow" />
      <Seen />
    </div>
  );
}

function Choice({
  field,
  values,
}: {
  readonly field: string;
  readonly values: ReadonlySet<string>;
}) {
  return (
    <select
      class="field filter"
      aria-label={`Only one ${field}`}
      value=""
      onChange={({ currentTarget: { value } }) => changeQuery({ [field]: value, panel: undefined })}
    >
      <option value="">Any {field}</option>
      {[...values].sort().map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
}

function EntityField() {
  return (
    <input
      class="field filter"
      aria-label="Only one entity, such as TASK-001"
      placeholder="Entity, as TASK-001"
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') changeQuery({ entity: value.trim(), panel: undefined });
      }}
    />
  );
}

function Seen() {
  const unseen = useUnseenCount();
  const mark = useMark();
  const isMarked = seenSeq(route.value.workspace) !== undefined;
  return (
    <>
      <span class="muted small wide-only">
        {isMarked ? (unseen === 0 ? 'All seen' : `${unseen} unseen`) : 'Nothing marked as seen yet'}
      </span>
      <button type="button" class="button" onClick={mark} title="m">
        Mark as seen
      </button>
    </>
  );
}

function NothingFits({ filter }: { readonly filter: HistoryFilter }) {
  const isFiltered = Object.keys(filter).length > 0;
  if (!isFiltered)
    return <Empty title="Nothing happened yet">Events appear here as agents work.</Empty>;
  return (
    <Empty title="No event fits">
      Remove a filter above. What an agent is refused leaves no event.
    </Empty>
  );
}
