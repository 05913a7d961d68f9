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

/** A list that says nothing, although it has entries. */
export function isBlankList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item) => typeof item === 'string' && item.trim() === '');
}

/** The arguments whose blank entries are reported instead of refused. */
const RECEIPTS = ['proof', 'checks', 'attachments', 'tags'];

/** Whether an argument, or a field of a step, is a list that says nothing. */
export function hasBlankList(args: object): boolean {
  return Object.entries(args).some(([name, value]) => {
    if (RECEIPTS.includes(name)) return false;
    if (name === 'steps' && Array.isArray(value)) {
      return value.some((each) => isBlankStep(each)) || isBlankList(value);
    }
    return isBlankList(value);
  });
}

function isBlankStep(step: unknown): boolean {
  return typeof step === 'object' && step !== null ? hasBlankList(step) : step === '';
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

/** Whether any text but a receipt, at whatever depth, consists of nothing but placeholders. */
export function isUnfilled(value: unknown, name = ''): boolean {
  if (Array.isArray(value)) return value.some((item) => isUnfilled(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([field, item]) => isUnfilled(item, field));
  }
  if (typeof value !== 'string' || name === 'proof' || name === 'checks') return false;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every((line) => PLACEHOLDER.test(line.trim()));
}
