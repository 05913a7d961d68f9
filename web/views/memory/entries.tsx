/** The notes or the trace of a document, newest first. What comes waits behind a button. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { BranchRow } from '../../../src/observatory/views/memory/branches-view.ts';
import type { DocumentRow } from '../../../src/observatory/views/memory/documents-view.ts';
import type { NoteRow } from '../../../src/observatory/views/memory/notes-view.ts';
import { readRows, useRows } from '../../live/rows.ts';
import { link } from '../../live/socket.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Markdown } from '../../shell/markdown.tsx';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { useRoving } from '../../shell/roving.ts';
import { Said } from '../../shell/said.tsx';
import type { BranchMap } from './branch-words.ts';
import { DocPicker } from './doc-picker.tsx';

interface EntriesTabProps {
  readonly kind: 'notes' | 'trace';
  readonly branch: BranchRow;
  readonly branches: BranchMap;
  readonly documents: readonly DocumentRow[];
  readonly isReady: boolean;
  readonly named: string | undefined;
  onDoc(doc: string): void;
}

const CALLS = {
  notes: 'notes_commit {"content":"…"}',
  trace: 'trace_step {"step":"…"}',
} as const;

export function EntriesTab(props: EntriesTabProps) {
  const { kind, branch, branches, documents, isReady, named, onDoc } = props;
  const own = documents.filter((each) => each.kind === kind);
  const chosen =
    own.find(({ doc }) => doc === named) ?? own.find(({ doc }) => doc === kind) ?? own[0];
  if (!chosen) {
    if (!isReady) return null;
    return (
      <Empty title={kind === 'notes' ? 'No notes yet' : 'No trace yet'} calls={[CALLS[kind]]}>
        This branch sees no {kind === 'notes' ? 'notes' : 'steps of reasoning'}. This call writes
        the first:
      </Empty>
    );
  }
  const place = { branch: branch.id, doc: chosen.doc };
  return (
    <div class="entries-box">
      <DocPicker documents={own} chosen={chosen.doc} onDoc={onDoc} />
      <Entries key={`${place.branch} ${place.doc}`} place={place} branches={branches} />
    </div>
  );
}

interface DocumentAddress {
  readonly branch: number;
  readonly doc: string;
}

interface Older {
  readonly rows: readonly NoteRow[];
  readonly next: string | undefined;
}

/** Entries never change, so older pages are read once; only what comes after them is live. */
function Entries({
  place,
  branches,
}: {
  readonly place: DocumentAddress;
  readonly branches: BranchMap;
}) {
  const [older, setOlder] = useState<Older>();
  const isLive = link.value.is === 'live';
  const read = async (cursor?: string) => {
    const reply = await readRows<NoteRow>('notes', place, cursor);
    if (!reply.ok) return;
    const { rows, next } = reply.result;
    setOlder((known) => ({ rows: [...(known?.rows ?? []), ...rows], next }));
  };
  useEffect(() => {
    if (isLive && !older) void read();
  }, [isLive]);
  if (!older) return null;
  return (
    <LiveEntries
      place={place}
      older={older}
      branches={branches}
      onOlder={() => older.next !== undefined && void read(older.next)}
    />
  );
}

interface LiveEntriesProps {
  readonly place: DocumentAddress;
  readonly older: Older;
  readonly branches: BranchMap;
  onOlder(): void;
}

function LiveEntries({ place, older, branches, onOlder }: LiveEntriesProps) {
  const after = older.rows[0]?.seq ?? 0;
  const { rows } = useRows<NoteRow>('notes', { ...place, after });
  const [upTo, setUpTo] = useState(after);
  const later = [...rows.values()].sort((a, b) => b.seq - a.seq);
  const newest = later[0]?.seq ?? after;
  const fresh = later.filter(({ seq }) => seq > upTo).length;
  const shown = [...later.filter(({ seq }) => seq <= upTo), ...older.rows];
  useEffect(() => {
    // Nothing is looked at yet, so nothing can move.
    if (shown.length === 0 && newest > upTo) setUpTo(newest);
  }, [shown.length, newest, upTo]);
  const box = useRef<HTMLOListElement>(null);
  const roving = useRoving(box, shown[0]?.key, true);
  const open = openedIn('entry');
  return (
    <>
      {fresh > 0 && (
        <div class="entries-new">
          <button
            type="button"
            class="button"
            onClick={() => {
              setUpTo(newest);
              box.current?.closest('.memory-tab')?.scrollTo({ top: 0 });
            }}
          >
            {fresh} new ↑
          </button>
        </div>
      )}
      <ol class="entries" ref={box} onKeyDown={roving.onKeyDown}>
        {shown.map((row) => (
          <Entry
            key={row.key}
            row={row}
            here={place.branch}
            branches={branches}
            isOpen={open === row.key}
            item={roving.itemProps(row.key)}
          />
        ))}
      </ol>
      {older.next !== undefined && (
        <p class="entries-older">
          <button type="button" class="button" onClick={onOlder}>
            Show older
          </button>
        </p>
      )}
    </>
  );
}

const WORDS = { note: '✎ note', step: '→ step', card: '▢ card', event: '· event' } as const;

interface EntryProps {
  readonly row: NoteRow;
  readonly here: number;
  readonly branches: BranchMap;
  readonly isOpen: boolean;
  readonly item: object;
}

function Entry({ row, here, branches, isOpen, item }: EntryProps) {
  const { seq, kind, title, type, entity, text, more, by, atMs, branch, mergedFrom } = row;
  const origin = branch === here ? undefined : branches.get(String(branch))?.name;
  const merged = mergedFrom === undefined ? undefined : branches.get(String(mergedFrom))?.name;
  const open = () => openPanel('entry', String(seq));
  return (
    <li
      class={`entry ${kind} ${isOpen ? 'open' : ''}`}
      aria-current={isOpen ? 'true' : undefined}
      {...item}
      onClick={({ target }) => {
        if (!(target as Element).closest('a')) open();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        open();
      }}
    >
      <div class="entry-head">
        <span class="chip">{WORDS[kind]}</span>
        {title !== undefined && <Said text={title} class="entry-title" />}
        {kind === 'event' && (
          <span class="entry-title">
            {type.replaceAll('_', ' ')} <Said text={entity ?? ''} class="muted" />
          </span>
        )}
        <span class="grow" />
        {origin !== undefined && <span class="chip">from {origin}</span>}
        {mergedFrom !== undefined && (
          <span class="chip">merged from {merged ?? 'a deleted branch'}</span>
        )}
        <span class="tiny muted entry-made">
          <Said text={by} /> · <Age atMs={atMs} /> · {seq}
        </span>
      </div>
      {text !== '' && <Markdown text={more ? `${text} …` : text} />}
      {more && <span class="tiny muted">Enter or click shows all of it</span>}
    </li>
  );
}
