/** The entries of a document as a branch sees them, newest first, and one of them whole. */

import { z } from 'zod';
import { type EffectiveView, sees } from '../../../domain/branches/effective-view.ts';
import { isGraphDocument } from '../../../domain/documents/document.ts';
import { isNote, type NoteType, noteText } from '../../../domain/documents/entry-view.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import {
  branchArg,
  concernsBranch,
  docArg,
  MAX_TOUCHED,
  seqBefore,
  viewOfBranch,
} from './branch-of-view.ts';

export type EntryKind = 'note' | 'step' | 'card' | 'event';

export interface NoteRow extends ViewRow {
  readonly seq: number;
  readonly kind: EntryKind;
  /** The type of the event. */
  readonly type: string;
  readonly title?: string;
  readonly text: string;
  readonly more?: true;
  readonly format?: string;
  /** Of a card in a trace. */
  readonly card?: string;
  /** What the event is about, if it is no note. */
  readonly entity?: string;
  /** The branch on which it was written, by its id. */
  readonly branch: number;
  /** Of a copy that a merge made: the branch of the original. */
  readonly mergedFrom?: number;
  readonly by: string;
  readonly atMs: number;
}

const KIND_OF: Readonly<Record<string, EntryKind>> = {
  note_committed: 'note',
  trace_step_recorded: 'step',
  card_recorded: 'card',
};

/** Entries in one page. */
const PAGE = 100;

/** A card without a text of its own does not repeat its title. */
function textOf(event: JournalEvent<NoteType>): string {
  if (event.type === 'card_recorded') return event.payload.card.text ?? '';
  return event.payload.content;
}

function rowFrom(event: JournalEvent): NoteRow {
  const { seq, type, agent, tsMs, branch = 0 } = event;
  const place = { key: String(seq), seq, kind: KIND_OF[type] ?? 'event', type };
  const made = { branch, by: agent, atMs: tsMs };
  if (!isNote(event)) return { ...place, entity: event.entity, text: '', ...made };
  const { title, format } = noteText(event);
  const origin = event.type === 'note_committed' ? event.payload.origin?.branch : undefined;
  return {
    ...place,
    ...(title === undefined ? {} : { title: cutText(title).text }),
    ...(format === undefined ? {} : { format }),
    ...(event.type === 'card_recorded' ? { card: event.payload.card.id } : {}),
    ...cutText(textOf(event)),
    ...(origin === undefined ? {} : { mergedFrom: origin }),
    ...made,
  };
}

/** A graph has entries that are also events of tasks, work or thoughts: those are asked for. */
async function entriesAt(
  { tx }: Look,
  view: EffectiveView,
  doc: string,
  seqs: readonly number[],
): Promise<readonly JournalEvent[]> {
  const found: JournalEvent[] = [];
  for (const event of (await tx.journal.these(seqs)).values()) {
    const { seq, branch } = event;
    const isEntry = event.doc === doc && branch !== undefined && sees(view, { branch, seq });
    if (isEntry || (isGraphDocument(doc) && (await isVersion(tx, view, doc, seq)))) {
      found.push(event);
    }
  }
  return found;
}

async function isVersion(tx: Reading, view: EffectiveView, doc: string, seq: number) {
  const [next] = await tx.journal.inViewAfter(view, doc, seq - 1, 1);
  return next?.seq === seq;
}

/** An entry never changes, so older pages can be read once, and only `after` needs to be live. */
const NOTES_ARGS = z.object({
  branch: branchArg,
  doc: docArg,
  /** Only entries with a higher seq. */
  after: z.int().min(0).optional(),
});

export const NOTES_VIEW = defineView({
  name: 'notes',
  args: NOTES_ARGS,
  async page(look, { branch, doc, after = 0 }, cursor) {
    const view = await viewOfBranch(look.tx, branch);
    const before = cursor === undefined ? undefined : Number(cursor);
    const slice = { before, limit: PAGE + 1 };
    const found = await look.tx.journal.inView(view, doc, slice);
    const later = found.filter(({ seq }) => seq > after);
    const rows = later.slice(0, PAGE).map(rowFrom);
    return { rows, next: later.length > PAGE ? rows.at(-1)?.key : undefined };
  },
  async touched(look, { branch, doc, after = 0 }, events) {
    if (concernsBranch(events, branch)) return 'all';
    const view = await viewOfBranch(look.tx, branch);
    const from = Math.max(after, seqBefore(events));
    const written = await look.tx.journal.inViewAfter(view, doc, from, MAX_TOUCHED + 1);
    return written.length > MAX_TOUCHED ? 'all' : written.map(({ seq }) => String(seq));
  },
  async rows(look, { branch, doc, after = 0 }, keys) {
    const view = await viewOfBranch(look.tx, branch);
    const seqs = keys.map(Number).filter((seq) => seq > after);
    return (await entriesAt(look, view, doc, seqs)).map(rowFrom);
  },
});

export interface EntryRow extends ViewRow {
  readonly seq: number;
  readonly kind: EntryKind;
  readonly type: string;
  readonly entity: string;
  readonly title?: string;
  readonly text: string;
  readonly format?: string;
  readonly card?: string;
  readonly meta?: JsonObject;
  /** What the event says, if it is no note. */
  readonly payload?: JsonObject;
  readonly doc?: string;
  readonly branch?: number;
  readonly branchName?: string;
  readonly mergedFrom?: { readonly branch: number; readonly seq: number };
  readonly by: string;
  readonly atMs: number;
}

async function entryRow({ tx }: Look, seq: number): Promise<readonly EntryRow[]> {
  const event = await tx.journal.at(seq);
  if (!event) return [];
  const { type, entity, agent, tsMs, branch, doc } = event;
  const name = branch === undefined ? undefined : (await tx.branches.byId(branch))?.name;
  const about = {
    ...{ key: String(seq), seq, kind: KIND_OF[type] ?? 'event', type, entity },
    ...(doc === undefined ? {} : { doc }),
    ...(branch === undefined ? {} : { branch }),
    ...(name === undefined ? {} : { branchName: name }),
    ...{ by: agent, atMs: tsMs },
  };
  if (!isNote(event)) {
    return [{ ...about, text: '', payload: event.payload as unknown as JsonObject }];
  }
  const { title, format, meta } = noteText(event);
  const origin = event.type === 'note_committed' ? event.payload.origin : undefined;
  return [
    {
      ...about,
      ...(title === undefined ? {} : { title }),
      ...(format === undefined ? {} : { format }),
      ...(meta === undefined ? {} : { meta }),
      ...(event.type === 'card_recorded' ? { card: event.payload.card.id } : {}),
      text: textOf(event),
      ...(origin === undefined ? {} : { mergedFrom: origin }),
    },
  ];
}

/** Only the name of its branch can change. */
export const ENTRY_VIEW = defineView({
  name: 'entry',
  args: z.object({ seq: z.int().min(1) }),
  page: async (look, { seq }) => ({ rows: await entryRow(look, seq) }),
  async touched({ tx }, { seq }, events) {
    const changesNames = events.some(
      ({ type, seq: at }) => type === 'branch_renamed' || type === 'branch_deleted' || at === seq,
    );
    return changesNames && tx.head >= seq ? [String(seq)] : [];
  },
  rows: async (look, { seq }, keys) => (keys.length === 0 ? [] : entryRow(look, seq)),
});
