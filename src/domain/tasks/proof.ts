/** Receipts: what was run (`CMD:`) and where it can be seen (`LINK:`). A placeholder proves nothing. */

import { fill, holdsPlaceholder } from '../../kernel/placeholder.ts';

const TAGGED = /^(cmd|link)\s*:\s*(.*)$/is;
const ADDRESS = /^(https?|file):\/\//i;

/** What the server offers where only the reader knows the rest. */
export function proofForm(): readonly string[] {
  return [`CMD: ${fill('command and its result')}`, `LINK: ${fill('where to see it')}`];
}

/** One receipt per line, tagged; blanks, empty tags and placeholders are no receipts. */
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

/** Which kind of receipt is lacking, where any was given. */
export function lackingReceipts(checks: readonly string[]): readonly string[] {
  return ['CMD', 'LINK'].filter((kind) => !checks.some((check) => check.startsWith(`${kind}:`)));
}
