/** The program that reads cells, in the source and beside the bundle. */

export const READER_FILE = 'cell-reader.mjs';
