/** Divides the text of a long notebook between cells, so that its parts fit into answers. */

import { jsonBytes } from '../../kernel/json.ts';
import { largestThatFits } from '../../kernel/trims.ts';
import type { CellText, NotebookText } from './notebook.ts';
import { toSrcMd } from './src-md.ts';

export interface ExportPart {
  readonly content: string;
  /** How many cells are in it. */
  readonly count: number;
}

/**
 * The text of as many of these cells as fit, and of at least one. The parts of a notebook joined
 * are the text of the whole, byte by byte: how a cell is written depends on the one before it, and
 * on no other. `before` is that cell; without it the part begins the file.
 */
export function exportPart(
  { cells, ...head }: NotebookText,
  before: CellText | undefined,
  mostBytes: number,
): ExportPart {
  const behind = before ? [before] : [];
  const textOf = (texts: readonly CellText[]) => toSrcMd({ ...head, cells: texts });
  const start = before ? textOf(behind).length : 0;
  const partOf = (count: number) => textOf([...behind, ...cells.slice(0, count)]).slice(start);
  const least = Math.min(1, cells.length);
  const fits = (some: number) => jsonBytes(partOf(some)) <= mostBytes;
  const count = largestThatFits(least, cells.length, fits) ?? least;
  return { content: partOf(count), count };
}
