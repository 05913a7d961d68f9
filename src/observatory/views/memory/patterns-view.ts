/** The knowledge zone: patterns, and the notes of the scratchpad. */

import { z } from 'zod';
import type { KnowledgeNote, KnowledgePattern } from '../../../domain/thoughts/knowledge.ts';
import type { Dated, ListPage } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';

export interface PatternRow extends ViewRow {
  readonly id: string;
  readonly kind: 'pattern' | 'note';
  readonly title: string;
  readonly text: string;
  readonly more?: true;
  readonly tags: readonly string[];
  readonly createdMs: number;
  readonly atMs: number;
  readonly by?: string;
}

export interface PatternDetailRow extends ViewRow {
  readonly id: string;
  readonly kind: 'pattern' | 'note';
  readonly title: string;
  readonly description?: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly sessions: readonly string[];
  readonly createdMs: number;
  readonly atMs: number;
  readonly by?: string;
}

type Kind = PatternRow['kind'];

/** Newest first by creation, so that an update moves nothing while pages are read. */
const pageAt = (offset: number): ListPage => ({
  ...{ sortBy: 'createdAt', sortOrder: 'desc', limit: PAGE, offset },
});

const PAGE = 200;

function patternRow({ value, createdMs, updatedMs }: Dated<KnowledgePattern>): PatternRow {
  const { id, title, description, content, tags, createdBy } = value;
  return {
    ...{ key: `pattern:${id}`, id, kind: 'pattern', title, tags, createdMs, atMs: updatedMs },
    ...cutText(description === '' ? content : description),
    ...(createdBy === undefined ? {} : { by: createdBy }),
  };
}

function noteRow({ value, createdMs, updatedMs }: Dated<KnowledgeNote>): PatternRow {
  const { id, title, content } = value;
  return {
    ...{ key: `note:${id}`, id, kind: 'note', title, tags: [], createdMs, atMs: updatedMs },
    ...cutText(content),
  };
}

/** The kind and the id in a key. */
function parseKey(key: string): { kind: Kind; id: string } {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon) === 'note' ? 'note' : 'pattern', id: key.slice(colon + 1) };
}

/** Patterns first, then notes: the cursor names the kind and how many were read. */
async function readPage({ tx }: Look, cursor: string | undefined) {
  const { kind, id } = parseKey(cursor ?? 'pattern:0');
  const offset = Number(id);
  const rows =
    kind === 'pattern'
      ? (await tx.thoughts.patterns({}, pageAt(offset))).map(patternRow)
      : (await tx.thoughts.notes({}, pageAt(offset))).map(noteRow);
  if (rows.length === PAGE) return { rows, next: `${kind}:${offset + PAGE}` };
  return { rows, next: kind === 'pattern' ? 'note:0' : undefined };
}

async function rowOf({ tx }: Look, key: string): Promise<readonly PatternRow[]> {
  const { kind, id } = parseKey(key);
  if (kind === 'note') {
    const note = await tx.thoughts.note(id);
    return note ? [noteRow(note)] : [];
  }
  const pattern = await tx.thoughts.pattern(id);
  return pattern ? [patternRow(pattern)] : [];
}

export const PATTERNS_VIEW = defineView({
  name: 'patterns',
  args: z.object({}),
  page: (look, _args, cursor) => readPage(look, cursor),
  touched(_look, _args, events) {
    const keys: string[] = [];
    for (const event of events) {
      if (event.type === 'pattern_saved') keys.push(`pattern:${event.payload.pattern.id}`);
      if (event.type === 'scratchpad_saved') keys.push(`note:${event.payload.note.id}`);
      // What follows moves up, and a page that is being read would miss one.
      if (event.type === 'pattern_deleted' || event.type === 'scratchpad_deleted') return 'all';
    }
    return keys;
  },
  async rows(look, _args, keys) {
    const found: PatternRow[] = [];
    for (const key of keys) found.push(...(await rowOf(look, key)));
    return found;
  },
});

async function detailRow(
  { tx }: Look,
  { kind, id }: { kind: Kind; id: string },
): Promise<readonly PatternDetailRow[]> {
  const key = `${kind}:${id}`;
  if (kind === 'note') {
    const note = await tx.thoughts.note(id);
    if (!note) return [];
    const { createdMs, updatedMs: atMs, value } = note;
    const { title, content } = value;
    return [{ key, id, kind, title, content, tags: [], sessions: [], createdMs, atMs }];
  }
  const pattern = await tx.thoughts.pattern(id);
  if (!pattern) return [];
  const { createdMs, updatedMs: atMs, value } = pattern;
  const { title, description, content, tags, derivedFromSessions = [], createdBy } = value;
  return [
    {
      ...{ key, id, kind, title, description, content, tags, createdMs, atMs },
      sessions: derivedFromSessions,
      ...(createdBy === undefined ? {} : { by: createdBy }),
    },
  ];
}

export const PATTERN_VIEW = defineView({
  name: 'pattern',
  args: z.object({
    id: z.string().min(1).max(256),
    kind: z.enum(['pattern', 'note']).default('pattern'),
  }),
  page: async (look, args) => ({ rows: await detailRow(look, args) }),
  touched(_look, { kind, id }, events) {
    const isSame = events.some((event) => {
      if (event.type === 'pattern_saved') {
        return kind === 'pattern' && event.payload.pattern.id === id;
      }
      if (event.type === 'scratchpad_saved') return kind === 'note' && event.payload.note.id === id;
      if (event.type === 'pattern_deleted') return kind === 'pattern' && event.payload.id === id;
      return event.type === 'scratchpad_deleted' && kind === 'note' && event.payload.id === id;
    });
    return isSame ? [`${kind}:${id}`] : [];
  },
  rows: async (look, args, keys) => (keys.length === 0 ? [] : detailRow(look, args)),
});
