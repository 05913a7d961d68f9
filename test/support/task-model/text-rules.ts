/** The rules for lists of texts, tags and receipts. */

import { invalid } from './refuse.ts';

/** Trimmed, without duplicates and without words for nothing. */
export function textList(given: readonly string[]): string[] {
  const kept: string[] = [];
  for (const text of given.map((each) => each.trim())) {
    const isEmpty = ['', 'none', 'null', 'n/a', 'na'].includes(text.toLowerCase());
    if (!isEmpty && !kept.includes(text)) kept.push(text);
  }
  return kept;
}

/** Lower case, without duplicates, sorted. A bar is refused, since it separates parts of a key. */
export function tagList(given: readonly string[]): string[] {
  const kept = [...new Set(given.map((tag) => tag.trim().toLowerCase()))].filter(Boolean);
  if (kept.some((tag) => tag.includes('|'))) invalid('tags');
  return kept.sort();
}

/** A receipt without its tag; undefined for a blank or a placeholder. */
function contentOf(line: string): string | undefined {
  const content = line
    .trim()
    .replace(/^(cmd|link)\s*:/i, '')
    .trim();
  return content === '' || content.toLowerCase().includes('<fill') ? undefined : content;
}

export function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text.split('\n').some((line) => contentOf(line) !== undefined);
}

/** Pasted lines as receipts: a line without a tag is a LINK if it is a URL, else a CMD. */
export function receiptsIn(lines: readonly string[]): string[] {
  const receipts = lines.flatMap((line) => {
    const content = contentOf(line);
    if (content === undefined) return [];
    const tag = /^(cmd|link)\s*:/i.exec(line.trim())?.[1]?.toUpperCase();
    const isLink = /^(https?|file):\/\//i.test(content);
    return [`${tag ?? (isLink ? 'LINK' : 'CMD')}: ${content}`];
  });
  return [...new Set(receipts)];
}

const PLACEHOLDER = /^((cmd|link)\s*:\s*)?<fill: [^<>]*>$/i;

/** Whether any text, at whatever depth, consists of nothing but placeholders. */
export function isUnfilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isUnfilled);
  if (typeof value !== 'string') return false;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => PLACEHOLDER.test(line.trim()));
}
