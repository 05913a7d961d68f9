/** How texts are read: lists, tags and receipts. */

import { invalid } from './refused.ts';

/** Trimmed, each once, without what says nothing. */
export function textList(given: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of given.map((each) => each.trim())) {
    const isEmpty = ['', 'none', 'null', 'n/a', 'na'].includes(text.toLowerCase());
    if (!isEmpty && !kept.includes(text)) kept.push(text);
  }
  return kept;
}

/** Lower case, each once, sorted; a bar would break the key it goes into. */
export function tagList(given: readonly string[]): string[] {
  const kept = [...new Set(given.map((tag) => tag.trim().toLowerCase()))].filter(Boolean);
  if (kept.some((tag) => tag.includes('|'))) invalid('tags');
  return kept.sort();
}

/** A receipt without its tag, or nothing for a blank or a placeholder. */
function saidIn(line: string): string | undefined {
  const said = line
    .trim()
    .replace(/^(cmd|link)\s*:/i, '')
    .trim();
  return said === '' || said.toLowerCase().includes('<fill') ? undefined : said;
}

export function saysSomething(text: unknown): boolean {
  return typeof text === 'string' && text.split('\n').some((line) => saidIn(line) !== undefined);
}

/** Pasted lines as receipts: what has no tag is a link where it looks like one, else a command. */
export function receiptsIn(lines: readonly string[]): string[] {
  const receipts = lines.flatMap((line) => {
    const said = saidIn(line);
    if (said === undefined) return [];
    const tag = /^(cmd|link)\s*:/i.exec(line.trim())?.[1]?.toUpperCase();
    const isLink = /^(https?|file):\/\//i.test(said);
    return [`${tag ?? (isLink ? 'LINK' : 'CMD')}: ${said}`];
  });
  return [...new Set(receipts)];
}
