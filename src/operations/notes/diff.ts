/** `diff`: the entries of a document that one branch sees and another does not. */

import { type EffectiveView, viewWithout } from '../../domain/branches/effective-view.ts';
import { entryView, isNote } from '../../domain/documents/entry-view.ts';
import { originOf } from '../../domain/documents/merge-notes.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { pageOf } from '../../kernel/paging.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { branch, cursor, doc, limit } from '../declaration/fields.ts';
import { branchNamed, viewOf } from '../steps/branch-ref.ts';
import { ENTRY_TRIMS, type EntryPageRequest } from './steps/entry-page.ts';
import { originsKnown } from './steps/origins-known.ts';

export const diff = defineOperation({
  name: 'diff',
  title: 'Compare two branches',
  description:
    'Compares two branches: the entries of a document that to sees and from does not. Swapping from and to shows the other side.',
  toolset: 'reasoning',
  does: reads(ENTRY_TRIMS),
  input: {
    from: branch,
    to: branch,
    doc: doc.default(DEFAULTS.docs.notes),
    cursor,
    limit: limit(20, 200),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'What an idea added', args: { from: 'main', to: 'idea/cache' } },
  async run(input, { tx }) {
    const from = await branchNamed(tx, input.from, 'from');
    if (isRefusal(from)) return from;
    const to = await branchNamed(tx, input.to, 'to');
    if (isRefusal(to)) return to;
    const view = viewWithout(await viewOf(tx, to), await viewOf(tx, from));
    const page = await unmergedPage(tx, view, await viewOf(tx, from), input);
    return answer({ from: from.name, to: to.name, doc: input.doc, ...page, truncated: false });
  },
});

/** Entries that are read for one page; a page that merged notes leave short has a cursor. */
const MAX_READ = 1_000;

/** The entries of `view` of which `known` has neither the original nor a copy. */
async function unmergedPage(
  tx: Reading,
  view: EffectiveView,
  known: EffectiveView,
  { doc: name, cursor: start, limit: size }: EntryPageRequest & { readonly doc: string },
) {
  const request = { cursor: start ?? undefined, limit: size };
  const found: JournalEvent[] = [];
  let before = request.cursor;
  for (let read = 0; found.length <= size; read += size + 1) {
    const some = await tx.journal.inView(view, name, { before, limit: size + 1 });
    const merged = await originsKnown(tx, known, some);
    found.push(...some.filter((entry) => !isNote(entry) || !merged.has(originOf(entry).seq)));
    before = some.at(-1)?.seq;
    if (some.length <= size) break;
    if (read >= MAX_READ && found.length <= size) {
      const { rows, pagination } = pageOf(found, request);
      const more = { ...pagination, has_more: true, next_cursor: before };
      return { entries: rows.map(entryView), pagination: more };
    }
  }
  const { rows, pagination } = pageOf(found, request);
  return { entries: rows.map(entryView), pagination };
}
