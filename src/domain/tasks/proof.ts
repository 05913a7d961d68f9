/**
 * Receipts: what was run (`CMD:`) and where it can be seen (`LINK:`). A placeholder proves nothing.
 */

import { fill, holdsPlaceholder } from '../../kernel/placeholder.ts';
import { redactText } from '../../kernel/redaction.ts';

const TAGGED = /^(cmd|link)\s*:\s*(.*)$/is;
const ADDRESS = /^(https?|file):\/\//i;

/** The form of a proof in proposed calls, for the reader to fill in. */
export function proofForm(): readonly string[] {
  return [`CMD: ${fill('command and its result')}`, `LINK: ${fill('where to see it')}`];
}

/** One receipt per line, with its tag. Blanks, empty tags and placeholders are left out. */
export function receipts(given: string | readonly string[]): readonly string[] {
  return [...new Set(proofLines(given).flatMap(receipt))];
}

/** A secret of several lines is no longer known as one in each of them, so it is replaced first. */
export function proofLines(given: string | readonly string[]): readonly string[] {
  return (typeof given === 'string' ? [given] : given).flatMap((text) =>
    text.includes('\n') ? redactText(text).split(/\r?\n/) : text,
  );
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
