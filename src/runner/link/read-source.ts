/** What is read of the source of one cell: its code without types, and what it imports. */

import type { CellFile } from '../port.ts';

export type CellSource = Pick<CellFile, 'language' | 'source'>;

export interface ReaderQuestion extends CellSource {
  /** A reader whose server was killed gives up after so many milliseconds. */
  readonly ms: number;
}

export interface FoundImport {
  readonly specifier: string;
  readonly isDynamic: boolean;
  /** Where the specifier stands; for a dynamic import with its quotes. */
  readonly start: number;
  readonly end: number;
}

/** A place where a source could not be read. */
export interface SourceFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type CellReading =
  | {
      readonly code: string;
      readonly imports: readonly FoundImport[];
      /** It imports by a computed name, or knows its own address, or could not be read. */
      readonly mayImportAny: boolean;
    }
  | { readonly fault: SourceFault };

export type ReadSource = (cell: CellSource) => Promise<CellReading>;
