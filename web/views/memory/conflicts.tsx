/** The conflicts of merges: a list, and one with all its sides beside each other. */

import { useState } from 'preact/hooks';
import type {
  ConflictDetailRow,
  ConflictField,
  ConflictSide,
} from '../../../src/observatory/views/memory/conflict-view.ts';
import type { ConflictRow } from '../../../src/observatory/views/memory/conflicts-view.ts';
import { useRows } from '../../live/rows.ts';
import { navigate, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Call, Empty } from '../../shell/empty.tsx';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { CardStatus } from './card-status.tsx';
import { cardPanel } from './panel-ids.ts';

const LINE = 58;

export function ConflictsTab() {
  const [status, setStatus] = useState<'open' | 'resolved'>('open');
  const { rows, isReady } = useRows<ConflictRow>('conflicts', { status });
  const conflicts = [...rows.values()].sort((a, b) => b.seq - a.seq);
  const open = (id: string) => {
    const { workspace } = route.value;
    if (workspace !== undefined) navigate(pathOf(workspace, 'memory', ['conflicts', id]));
  };
  return (
    <div class="whole-tab">
      <div class="row tab-bar">
        {(['open', 'resolved'] as const).map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={each === status}
            onClick={() => setStatus(each)}
          >
            {each === 'open' ? '⚠ open' : '✓ resolved'}
          </button>
        ))}
        <span class="small muted">of the whole workspace</span>
      </div>
      {isReady && conflicts.length === 0 ? (
        <Empty
          title={status === 'open' ? 'No open conflicts' : 'No resolved conflicts'}
          calls={['graph_merge {"from":"idea","into":"main"}']}
        >
          A conflict appears when a merge finds that both branches changed the same card or edge.
        </Empty>
      ) : (
        <div class="list-box">
          <VirtualList
            items={conflicts}
            keyOf={({ id }) => id}
            height={LINE}
            label="Conflicts"
            selected={openedIn('conflict')}
            onSelect={(id) => openPanel('conflict', id)}
            onOpen={open}
            isMain
            render={(conflict) => <ConflictLine conflict={conflict} />}
          />
        </div>
      )}
    </div>
  );
}

function ConflictLine({ conflict }: { readonly conflict: ConflictRow }) {
  const { about, title, from, into, differ, createdMs, status } = conflict;
  return (
    <div class="line">
      <div class="row">
        <span class={status === 'open' ? 'chip warn' : 'chip good'}>
          {status === 'open' ? '⚠ open' : '✓ resolved'}
        </span>
        <Said as="one" text={title ?? about} class="grow strong" />
        <span class="tiny muted">
          <Age atMs={createdMs} />
        </span>
      </div>
      <div class="tiny muted said one">
        <Said text={from} /> → <Said text={into} /> · differs in {differ.join(', ')} ·{' '}
        <Said text={about} class="mono" />
      </div>
    </div>
  );
}

export function ConflictPage({ id }: { readonly id: string }) {
  return (
    <div class="conflict-page">
      <ConflictDetail id={id} />
    </div>
  );
}

export function ConflictDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRows<ConflictDetailRow>('conflict', { id });
  const conflict = rows.get(id);
  if (!conflict) {
    return isReady ? (
      <Empty title="There is no such conflict">One of its branches may have been deleted.</Empty>
    ) : null;
  }
  return <Conflict conflict={conflict} />;
}

function Conflict({ conflict }: { readonly conflict: ConflictDetailRow }) {
  const { id, about, title, from, into, kind, status, createdMs, foundBy, restsOnIt } = conflict;
  const { workspace = '', rest } = route.value;
  return (
    <>
      <header class="conflict-head">
        <h1>
          <Said text={title ?? about} />
        </h1>
        <p class="small muted">
          <span class={status === 'open' ? 'chip warn' : 'chip good'}>
            {status === 'open' ? '⚠ open' : '✓ resolved'}
          </span>{' '}
          {kind} <Said text={about} class="mono" /> · merging <Said text={from} /> into{' '}
          <Said text={into} /> · found by <Said text={foundBy ?? '?'} />{' '}
          <Age atMs={createdMs} after=" ago" />
          {rest[0] !== 'conflicts' && (
            <>
              {' · '}
              <a href={pathOf(workspace, 'memory', ['conflicts', id])}>side by side</a>
            </>
          )}
        </p>
      </header>
      <Sides conflict={conflict} />
      {restsOnIt.length > 0 && <RestsOnIt conflict={conflict} />}
      <Deciding conflict={conflict} />
    </>
  );
}

/** Three columns; in a narrow place each field has its three values below each other. */
function Sides({ conflict }: { readonly conflict: ConflictDetailRow }) {
  const { fields, base, theirs, ours, from, into } = conflict;
  return (
    <div class="sides-box">
      <table class="sides">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <SideHead name="Base" branch="before both changed it" side={base} />
            <SideHead name="Theirs" branch={from} side={theirs} />
            <SideHead name="Ours" branch={into} side={ours} />
          </tr>
        </thead>
        <tbody>
          {inOrder(fields).map((field) => (
            <FieldRow key={field.name} field={field} names={sideNames(conflict)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What must be decided comes first. */
function inOrder(fields: readonly ConflictField[]): readonly ConflictField[] {
  return [...fields].sort((a, b) => Number(b.differs) - Number(a.differs));
}

const SIDE_WORDS = { present: '', deleted: '✕ deleted', absent: '– not there' } as const;

function SideHead({
  name,
  branch,
  side,
}: {
  readonly name: string;
  readonly branch: string;
  readonly side: ConflictSide;
}) {
  return (
    <th scope="col">
      {name} <Said text={branch} class="muted" />{' '}
      {side.is !== 'present' && <span class="chip bad">{SIDE_WORDS[side.is]}</span>}
    </th>
  );
}

type SideNames = Readonly<Record<'base' | 'theirs' | 'ours', string>>;

/** A side that has nothing says so in every field, where the columns have no heads. */
function sideNames({ base, theirs, ours, from, into }: ConflictDetailRow): SideNames {
  const words = ({ is }: ConflictSide) => (is === 'present' ? '' : ` ${SIDE_WORDS[is]}`);
  return {
    base: `Base${words(base)}`,
    theirs: `Theirs: ${from}${words(theirs)}`,
    ours: `Ours: ${into}${words(ours)}`,
  };
}

function FieldRow({ field, names }: { readonly field: ConflictField; readonly names: SideNames }) {
  const { name, differs } = field;
  return (
    <tr class={differs ? 'differs' : ''}>
      <th scope="row">
        {name}
        {differs && <span class="chip warn">≠ differs</span>}
      </th>
      {(['base', 'theirs', 'ours'] as const).map((side) => (
        <td key={side} data-side={side} data-name={names[side]}>
          <Value value={field[side]} />
        </td>
      ))}
    </tr>
  );
}

function Value({ value }: { readonly value: ConflictField['base'] }) {
  if (value === undefined || value === null) return <span class="muted">–</span>;
  if (typeof value === 'string') return <Said as="lines" text={value} />;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? <span class="muted">none</span> : <Said text={value.join(', ')} />;
  }
  return <Said as="lines" class="mono" text={JSON.stringify(value, null, 2)} />;
}

function RestsOnIt({ conflict }: { readonly conflict: ConflictDetailRow }) {
  const { restsOnIt, intoId, doc, into } = conflict;
  return (
    <section>
      <h3>
        What rests on it in <Said text={into} />
      </h3>
      <ul class="links">
        {restsOnIt.map(({ rel, id, title, status, type }) => (
          <li key={`${rel} ${id}`}>
            <button
              type="button"
              class="button bare link-button"
              onClick={() => openPanel('card', cardPanel(intoId, doc, id))}
            >
              <span class="muted">
                {type ?? 'node'} {rel} this:
              </span>{' '}
              <Said text={title ?? id} />
            </button>
            <CardStatus status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What an agent calls to decide it. */
function Deciding({ conflict }: { readonly conflict: ConflictDetailRow }) {
  const { id, status, from, into, resolution, resolvedBy, resolvedMs } = conflict;
  if (status === 'resolved') {
    return (
      <section>
        <h3>Decided</h3>
        <p class="small">
          {resolution === 'use_from' ? 'Theirs' : 'Ours'} (
          <Said text={resolution === 'use_from' ? from : into} />) was taken by{' '}
          <Said text={resolvedBy ?? '?'} />{' '}
          {resolvedMs !== undefined && <Age atMs={resolvedMs} after=" ago" />}
        </p>
      </section>
    );
  }
  const call = (way: string) =>
    `graph_conflict_resolve ${JSON.stringify({ conflict_id: id, resolution: way })}`;
  return (
    <section class="deciding">
      <h3>The calls that decide it</h3>
      <p class="small muted">
        Theirs, as <Said text={from} /> has it:
      </p>
      <Call text={call('use_from')} />
      <p class="small muted">
        Ours, as <Said text={into} /> has it:
      </p>
      <Call text={call('use_into')} />
    </section>
  );
}
