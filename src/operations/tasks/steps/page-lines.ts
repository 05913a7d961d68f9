/** Prints a page of older notes, trace entries or cards of a target, and how to read on. */

import { lineExcerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Pagination } from '../../../kernel/paging.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Portal, StateLine } from '../../declaration/define-operation.ts';

/** Types, not interfaces, because views are JSON. */
export type PageSection = {
  readonly name: 'notes' | 'trace' | 'cards';
  /** Newest first. */
  readonly items: readonly JsonObject[];
  readonly pagination: Pagination;
};

export type SnapshotPage = { readonly target: string; readonly sections: readonly PageSection[] };

const TEXT_BYTES = 400;

export function pageLines({ target, sections }: SnapshotPage): Portal {
  const names = sections.map(({ name, items }) => `${name}: ${items.length} older`);
  const lines = sections.flatMap(({ name, items }) =>
    items.map((item): StateLine => ({ text: itemLine(name, item), rank: 1, section: name })),
  );
  return {
    state: [`${target} | ${names.join(' | ')}`, ...lines],
    room: 2_500,
    onward: (shown) => {
      const cursors = sections.flatMap((section) => onwardFrom(section, shown));
      if (cursors.length === 0) return undefined;
      const args = { target, read_only: true, ...Object.fromEntries(cursors) };
      return suggestCall('tasks_snapshot', args, 'Read on');
    },
  };
}

/** From the last item that is shown, else from where this page began. */
function onwardFrom(
  { name, items, pagination }: PageSection,
  shown: ReadonlyMap<string, number>,
): readonly (readonly [string, number])[] {
  const count = shown.get(name) ?? 0;
  const isWhole = count === items.length;
  const next = isWhole ? pagination.next_cursor : (seqOf(items[count - 1]) ?? pagination.cursor);
  return typeof next === 'number' ? [[`${name}_cursor`, next]] : [];
}

function seqOf(item: JsonObject | undefined): number | undefined {
  const seq = item?.seq ?? item?.last_seq;
  return typeof seq === 'number' ? seq : undefined;
}

function itemLine(name: PageSection['name'], item: JsonObject): string {
  const { type, id, event_type: event, title, content, text } = item;
  const said = [title, content ?? text].filter((part) => typeof part === 'string');
  const words = said.length === 2 && said[0] === said[1] ? said.slice(1) : said;
  const label =
    name === 'cards' ? `${type} ${id}` : `${name === 'notes' ? 'note' : 'trace'} @${item.seq}`;
  const what = words.length > 0 ? words.join(': ') : String(event ?? '');
  return lineExcerpt(`${label}: ${what}`, TEXT_BYTES);
}
