/** Completes a cell that a caller describes: its file name and language follow from the rest. */

import { languageOfFile, nextFileName, PACKAGE_JSON } from './file-name.ts';
import type { CellOutline, CellText, CellType, Language } from './notebook.ts';

export interface CellDraft {
  readonly type: CellType;
  readonly content: string;
  readonly filename?: string | undefined;
  readonly language?: Language | undefined;
}

/** `standard`: the language of the notebook. What is given stays, right or wrong. */
export function completedCell(
  { type, content, filename, language }: CellDraft,
  others: readonly Pick<CellOutline, 'filename'>[],
  standard: Language,
): CellText {
  if (type === 'package.json') {
    return { type, content, filename: filename ?? PACKAGE_JSON, ...given({ language }) };
  }
  if (type !== 'code') return { type, content, ...given({ filename }), ...given({ language }) };
  const written = language ?? languageOfFile(filename ?? '') ?? standard;
  const taken = others.flatMap((each) => each.filename ?? []);
  return {
    type,
    content,
    filename: filename ?? nextFileName(written, taken),
    language: written,
  };
}

function given<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: NonNullable<Value[Name]> } {
  const known = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(known) as { [Name in keyof Value]?: NonNullable<Value[Name]> };
}
