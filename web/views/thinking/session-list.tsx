/** The sessions of thought: live ones first, found by words, narrowed by status and project. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  SessionRow,
  SessionStatus,
} from '../../../src/observatory/views/thinking/sessions-view.ts';
import { nowMs } from '../../clock.ts';
import { useKeys } from '../../keys.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, openIn, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { listedSessions, projectsIn, statusNow } from './session-order.ts';

const ROW_HEIGHT = 84;
/** After the last letter, before the server is asked. */
const TYPING_MS = 200;
/** How often the list looks at the clock, which only turns live sessions into abandoned ones. */
const CLOCK_MS = 60_000;

const STATUSES: readonly { readonly status: SessionStatus | undefined; readonly name: string }[] = [
  { status: undefined, name: 'All' },
  { status: 'active', name: 'Live' },
  { status: 'completed', name: 'Completed' },
  { status: 'abandoned', name: 'Abandoned' },
];

export function SessionList() {
  const { q = '', status, project } = route.value.query;
  const { rows, isReady } = useRows<SessionRow>('sessions', q === '' ? {} : { q });
  const minute = Math.floor(nowMs.value / CLOCK_MS) * CLOCK_MS;
  const listed = useMemo(
    () => listedSessions(rows.values(), { status, project }, minute + CLOCK_MS),
    [rows, status, project, minute],
  );
  const [selected, select] = useState<string>();
  const open = (key: string) => {
    const row = rows.get(key);
    if (row) openIn('thinking', row.id);
  };
  useKeys([
    { keys: 'f', does: 'find sessions by words', run: focusSearch },
    {
      keys: 'Enter',
      does: 'open the session',
      // A row that has the focus opens itself.
      run: () => (selected === undefined || isOnControl() ? false : open(selected)),
    },
  ]);
  return (
    <div class="sessions">
      <Filters rows={rows} count={listed.length} isReady={isReady} />
      {listed.length === 0 && isReady ? (
        <NoSessions isFiltered={q !== '' || status !== undefined || project !== undefined} />
      ) : (
        <VirtualList
          items={listed}
          keyOf={({ key }) => key}
          height={ROW_HEIGHT}
          label="Sessions"
          selected={selected}
          onSelect={(key) => {
            select(key);
          }}
          onOpen={open}
          isMain
          render={(row) => <Row row={row} />}
        />
      )}
    </div>
  );
}

/** Whether Enter means what has the focus. */
function isOnControl(): boolean {
  return document.activeElement?.closest('[data-row], button, a, input, select') != null;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('.sessions input[type=search]')?.focus();
}

function NoSessions({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <Empty title="No session is like that">Change the words or the filters.</Empty>;
  return (
    <Empty
      title="No session of thought yet"
      calls={['thoughtbox_gateway {"operation":"start_new","sessionTitle":"Why is it slow?"}']}
    >
      A session begins with a call like this one, and appears here as soon as it does.
    </Empty>
  );
}

interface FiltersProps {
  readonly rows: ReadonlyMap<string, SessionRow>;
  readonly count: number;
  readonly isReady: boolean;
}

function Filters({ rows, count, isReady }: FiltersProps) {
  const { q = '', status, project } = route.value.query;
  const projects = useMemo(() => projectsIn(rows.values()), [rows]);
  const all =
    project === undefined || projects.includes(project) ? projects : [project, ...projects];
  return (
    <div class="sessions-head">
      <h1>Thinking</h1>
      <SearchField q={q} />
      <fieldset class="choice" aria-label="Status">
        {STATUSES.map(({ status: each, name }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={status === each}
            onClick={() => changeQuery({ status: each })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {all.length > 1 && (
        <select
          class="field"
          aria-label="Project"
          value={project ?? ''}
          onChange={({ currentTarget: { value } }) => changeQuery({ project: value || undefined })}
        >
          <option value="">All projects</option>
          {all.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span class="muted small sessions-count" role="status">
        {isReady ? `${count} session${count === 1 ? '' : 's'}` : 'loading…'}
      </span>
    </div>
  );
}

function SearchField({ q }: { readonly q: string }) {
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => changeQuery({ q: typed || undefined }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      class="field"
      placeholder="Search titles, tags and thoughts  f"
      aria-label="Search sessions"
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

const STATUS_MARKS: Readonly<Record<SessionStatus, { icon: string; word: string; tone: string }>> =
  {
    active: { icon: '●', word: 'live', tone: 'good' },
    completed: { icon: '✓', word: 'completed', tone: '' },
    abandoned: { icon: '◌', word: 'abandoned', tone: 'warn' },
  };

export function StatusChip({ row }: { readonly row: SessionRow }) {
  const { icon, word, tone } = STATUS_MARKS[statusNow(row, nowMs.value)];
  return (
    <span class={`chip ${tone}`}>
      <i aria-hidden="true">{icon}</i> {word}
    </span>
  );
}

/** `28 thoughts · 3 branches · 1 revision`; what there is none of is left out. */
export function countsText(row: SessionRow): string {
  const counts = [
    [row.thoughtCount, 'thought'],
    [row.branchCount, 'branch', 'branches'],
    [row.revisionCount, 'revision'],
    [row.critiqueCount, 'critique asked for', 'critiques asked for'],
  ] as const;
  return counts
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, one, many = `${one}s`]) => `${count} ${count === 1 ? one : many}`)
    .join(' · ');
}

function Row({ row }: { readonly row: SessionRow }) {
  return (
    <a
      class="session-row"
      href={pathOf(route.value.workspace ?? '', 'thinking', [row.id])}
      tabIndex={-1}
    >
      <div class="row">
        <StatusChip row={row} />
        <Said as="one" class="session-title" text={row.title} />
        <span class="grow" />
        <span class="muted tiny session-age">
          <Age atMs={row.lastMs} />
        </span>
      </div>
      <div class="session-last muted small">
        {row.last === undefined ? (
          <span>no thought yet</span>
        ) : (
          <>
            {row.by !== undefined && <b class="said">{row.by}</b>}{' '}
            <Said as="one" text={row.last.replaceAll('\n', ' ')} />
          </>
        )}
      </div>
      <div class="row tiny muted session-facts">
        <span>{countsText(row)}</span>
        {row.project !== '_default' && <span class="chip">{row.project}</span>}
        {row.tags.slice(0, 5).map((tag) => (
          <span key={tag} class="chip said">
            #{tag}
          </span>
        ))}
      </div>
    </a>
  );
}
