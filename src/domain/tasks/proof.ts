/**
 * Receipts: what was run (`CMD:`) and where it can be seen (`LINK:`). A placeholder proves nothing.
 */

import { fill, holdsPlaceholder } from '../../kernel/placeholder.ts';

const TAGGED = /^(cmd|link)\s*:\s*(.*)$/is;
const ADDRESS = /^(https?|file):\/\//i;

/** The form of a proof in proposed calls, for the reader to fill in. */
export function proofForm(): readonly string[] {
  return [`CMD: ${fill('command and its result')}`, `LINK: ${fill('where to see it')}`];
}

/** The shorter form, for a step that needs no proof to close but should have some. */
export function receiptForm(): readonly string[] {
  return proofForm().slice(0, 1);
}

/** One receipt per line, with its tag. Blanks, empty tags and placeholders are left out. */
export function receipts(given: string | readonly string[]): readonly string[] {
  const lines = (typeof given === 'string' ? [given] : given).flatMap((text) =>
    text.split(/\r?\n/),
  );
  return [...new Set(lines.flatMap(receipt))];
}

function receipt(line: string): string[] {
  const text = line.trim();
  const [, tag, rest] = TAGGED.exec(text) ?? [];
  const said = (rest ?? text).trim();
  if (said === '' || holdsPlaceholder(said)) return [];
  const kind = tag?.toUpperCase() ?? (ADDRESS.test(said) ? 'LINK' : 'CMD');
  return [`${kind}: ${said}`];
}

/** The kinds of receipt that are missing, if any receipt was given. */
export function lackingReceipts(checks: readonly string[]): readonly string[] {
  return ['CMD', 'LINK'].filter((kind) => !checks.some((check) => check.startsWith(`${kind}:`)));
}
