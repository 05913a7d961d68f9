/** Prints sections of a snapshot, newest first: notes, trace, cards and so on, and how to read on. */

import { lineExcerpt } from '../../../kernel/excerpt.ts';
import { seqOfEvent } from '../../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { type Cursor, cursorBehind, type Pagination } from '../../../kernel/paging.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Portal, StateLine } from '../../declaration/define-operation.ts';

/** Types, not interfaces, because views are JSON. */
export type PageSection = {
  readonly name:
    | ('notes' | 'trace' | 'cards' | 'graph_diff')
    | ('events' | 'decisions' | 'evidence' | 'blockers');
  /** Newest first. */
  readonly items: readonly JsonObject[];
  /** Of sections that have pages. */
  readonly pagination?: Pagination;
  /** What else its heading says. */
  readonly about?: string;
};

export type SnapshotPage = {
  readonly target: string;
  /** Whether cursors asked for it; otherwise it stands behind the snapshot. */
  readonly isPage: boolean;
  readonly sections: readonly PageSection[];
};

const TEXT_BYTES = 400;
/** The first line of a page, which would otherwise never be passed. */
const LEAST_FIRST = 80;
const ROOM = 2_500;

export function pageLines(page: SnapshotPage): Portal {
  return {
    state: [
      `${page.target} | ${headings(page)}`,
      ...sectionLines(page, 1).map((line, at) =>
        at === 0 ? { ...line, least: LEAST_FIRST, isCutLast: true as const } : line,
      ),
    ],
    room: ROOM,
    onward: (shown) => onward(page, shown),
  };
}

/** The snapshot with the sections behind it. They are left out before it is. */
export function withSections(snapshot: Portal, page: SnapshotPage): Portal {
  const last: StateLine = { text: headings(page), rank: BEHIND };
  return {
    ...snapshot,
    state: [...snapshot.state, last, ...sectionLines(page, BEHIND + 1)],
    room: (snapshot.room ?? 0) + ROOM,
    onward: (shown) => onward(page, shown) ?? snapshot.onward?.(shown),
  };
}

/** After the ranks of all lines of a snapshot. */
const BEHIND = 1e9;

function headings({ sections, isPage }: SnapshotPage): string {
  return sections
    .map(({ name, items, about }) => {
      const count = `${name}: ${items.length}${isPage ? ' older' : ''}`;
      return about === undefined ? count : `${count}, ${about}`;
    })
    .join(' | ');
}

function sectionLines({ sections }: SnapshotPage, rank: number): readonly StateLine[] {
  return sections.flatMap(({ name, items }) =>
    items.map(
      (item): StateLine => ({ text: itemLine(name, item), rank, section: sectionOf(name) }),
    ),
  );
}

/** The lists of a snapshot have some of these names too. */
function sectionOf(name: PageSection['name']): string {
  return `page ${name}`;
}

function onward(
  { target, sections }: SnapshotPage,
  shown: ReadonlyMap<string, number>,
): Suggestion | undefined {
  const cursors = sections.flatMap((section) => onwardFrom(section, shown));
  if (cursors.length === 0) return undefined;
  const args = { target, read_only: true, ...Object.fromEntries(cursors) };
  return suggestCall('tasks_snapshot', args, 'Read on');
}

/** From the last item that is shown, else from the first that is not. */
function onwardFrom(
  { name, items, pagination }: PageSection,
  shown: ReadonlyMap<string, number>,
): readonly (readonly [string, Cursor])[] {
  if (!pagination) return [];
  const count = shown.get(sectionOf(name)) ?? 0;
  const next = count === items.length ? pagination.next_cursor : cursorAfter(items, count);
  return next === undefined ? [] : [[`${name}_cursor`, next]];
}

function cursorAfter(items: readonly JsonObject[], count: number): Cursor | undefined {
  const [last, next] = [items[count - 1], items[count]];
  const from = next === undefined ? undefined : seqOf(next);
  if (from === undefined) return undefined;
  const seq = last === undefined ? undefined : seqOf(last);
  if (last === undefined || seq === undefined) return from + 1;
  return cursorBehind({ seq, key: keyOf(last) }, { seq: from });
}

function seqOf(item: JsonObject): number | undefined {
  const { to, event_id: event } = item;
  if (typeof event === 'string') return seqOfEvent(event);
  const version = to !== undefined && isJsonObject(to) ? to : item;
  const seq = version.seq ?? version.last_seq;
  return typeof seq === 'number' ? seq : undefined;
}

/** Of a change of the graph: several of one event have one seq. */
function keyOf({ to, id, key }: JsonObject): string | undefined {
  if (to === undefined) return undefined;
  if (typeof id === 'string') return id;
  return key !== undefined && isJsonObject(key) ? `${key.from}|${key.rel}|${key.to}` : undefined;
}

function itemLine(name: PageSection['name'], item: JsonObject): string {
  if (name === 'graph_diff') return lineExcerpt(changeLine(item), TEXT_BYTES);
  const { event_type: event, type, title, content, text } = item;
  const said = [title, content ?? text].filter((part) => typeof part === 'string');
  const words = said.length === 2 && said[0] === said[1] ? said.slice(1) : said;
  const what = words.length > 0 ? words.join(': ') : String(event ?? '');
  if (name === 'events') {
    const at = typeof item.path === 'string' ? ` ${item.path}` : '';
    return lineExcerpt(`event ${item.event_id}: ${type}${at}`, TEXT_BYTES);
  }
  return lineExcerpt(`${labelOf(name, item)}: ${what}`, TEXT_BYTES);
}

function labelOf(name: PageSection['name'], item: JsonObject): string {
  if (name === 'notes') return `note @${item.seq}`;
  if (name === 'trace') return `trace @${item.seq}`;
  const at = typeof item.path === 'string' ? ` ${item.path}` : '';
  return `${item.type} ${item.id}${at}`;
}

function changeLine({ kind, id, key, to }: JsonObject): string {
  const state: JsonObject = to !== undefined && isJsonObject(to) ? to : {};
  const ends = key !== undefined && isJsonObject(key) ? `${key.from} ${key.rel} ${key.to}` : id;
  const how = state.deleted === true ? 'deleted' : 'changed';
  const said = state.title ?? state.text;
  const words = typeof said === 'string' && state.deleted !== true ? `: ${said}` : '';
  return `${how} ${kind} ${ends}${words}`;
}
