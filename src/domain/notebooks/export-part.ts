/** Divides the text of a long notebook between cells, so that its parts fit into answers. */

import { jsonBytes } from '../../kernel/json.ts';
import type { NotebookText } from './notebook.ts';
import { toSrcMd } from './src-md.ts';

export interface ExportPart {
  readonly content: string;
  /** The first cell that is not in it. */
  readonly next: number;
}

/**
 * The text from the cell `from` on: as many whole cells as fit, at least one. The parts joined are
 * the text of the whole notebook, byte by byte: the text of its first cells is always a prefix.
 */
export function exportPart(notebook: NotebookText, from: number, mostBytes: number): ExportPart {
  const { cells } = notebook;
  const upTo = (count: number) => toSrcMd({ ...notebook, cells: cells.slice(0, count) });
  const before = from === 0 ? '' : upTo(Math.min(from, cells.length));
  const partTo = (count: number) => upTo(count).slice(before.length);
  const fits = (count: number) => jsonBytes(partTo(count)) <= mostBytes;
  if (from >= cells.length || fits(cells.length)) {
    return { content: partTo(cells.length), next: cells.length };
  }
  let [most, tooMany] = [from + 1, cells.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return { content: partTo(most), next: most };
}
