/**
 * Reads the part of Markdown that notes use, as a tree. Markup of HTML stays text: the tree has no
 * node for it.
 *
 * Agents write what is read here, so the time it takes grows only with the length of the text: each
 * sign looks for its partner by a cursor that never goes back.
 */

export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'strong' | 'em' | 'del'; readonly parts: readonly Inline[] }
  | {
      readonly is: 'link';
      readonly url: string;
      /** Where the link leads, which its text may not say. */
      readonly host: string;
      readonly parts: readonly Inline[];
    };

export type Block =
  | { readonly is: 'paragraph' | 'quote'; readonly parts: readonly Inline[] }
  | { readonly is: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly is: 'code'; readonly language: string; readonly text: string }
  | { readonly is: 'list'; readonly items: readonly ListItem[] }
  | { readonly is: 'rule' };

export interface ListItem {
  /** How far it is indented, from 0. */
  readonly level: number;
  /** Of an item that is counted. */
  readonly number?: number;
  /** Set for `- [ ]` and `- [x]`. */
  readonly isDone?: boolean;
  readonly parts: readonly Inline[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([^`\s]*)/;
const HEADING = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)? *$/;
const ITEM = /^( *)(?:([-*+])|(\d{1,9})[.)]) +(.*)$/;
const RULE = /^ {0,3}(?:-(?: *-){2,}|\*(?: *\*){2,}|_(?: *_){2,}) *$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const TASK = /^\[([ xX])\] +(.*)$/;

const MAX_LEVEL = 5;

export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at += 1;
    else {
      const [block, next] = readBlock(lines, at, line);
      blocks.push(block);
      at = next;
    }
  }
  return blocks;
}

type Read = readonly [block: Block, next: number];

function readBlock(lines: readonly string[], at: number, line: string): Read {
  const fence = FENCE.exec(line);
  if (fence) return readCode(lines, at, fence[1] ?? '', fence[2] ?? '');
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    return [{ is: 'heading', level, parts: parseInline(heading[2] ?? '') }, at + 1];
  }
  if (RULE.test(line)) return [{ is: 'rule' }, at + 1];
  if (ITEM.test(line)) return readList(lines, at);
  if (QUOTE.test(line)) return readWhile(lines, at, 'quote', (each) => QUOTE.exec(each)?.[1]);
  return readWhile(lines, at, 'paragraph', (each) => (startsBlock(each) ? undefined : each));
}

function startsBlock(line: string): boolean {
  const starts = [FENCE, HEADING, RULE, ITEM, QUOTE].some((each) => each.test(line));
  return line.trim() === '' || starts;
}

/** Up to the fence that ends it, or to the end. */
function readCode(lines: readonly string[], at: number, fence: string, language: string): Read {
  const sign = fence[0] ?? '`';
  let end = at + 1;
  while (end < lines.length) {
    const line = (lines[end] ?? '').trim();
    if (line.length >= fence.length && line === sign.repeat(line.length)) break;
    end += 1;
  }
  return [{ is: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function readWhile(
  lines: readonly string[],
  at: number,
  is: 'paragraph' | 'quote',
  textOf: (line: string) => string | undefined,
): Read {
  const found: string[] = [textOf(lines[at] ?? '') ?? lines[at] ?? ''];
  let next = at + 1;
  while (next < lines.length) {
    const text = textOf(lines[next] ?? '');
    if (text === undefined) break;
    found.push(text);
    next += 1;
  }
  return [{ is, parts: parseInline(found.join('\n')) }, next];
}

/** An indented line after an item goes on with it. */
function readList(lines: readonly string[], at: number): Read {
  const items: (Omit<ListItem, 'parts'> & { text: string })[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? '';
    const item = ITEM.exec(line);
    const last = items.at(-1);
    if (item && !RULE.test(line)) items.push(itemFrom(item));
    else if (last && line.startsWith('  ') && line.trim() !== '') last.text += `\n${line.trim()}`;
    else break;
    next += 1;
  }
  const parsed = items.map(({ text, ...rest }) => ({ ...rest, parts: parseInline(text) }));
  return [{ is: 'list', items: parsed }, next];
}

function itemFrom(item: RegExpExecArray) {
  const level = Math.min(MAX_LEVEL, Math.floor((item[1] ?? '').length / 2));
  const number = item[3] === undefined ? {} : { number: Number(item[3]) };
  const text = item[4] ?? '';
  const task = TASK.exec(text);
  if (!task) return { level, ...number, text };
  return { level, ...number, text: task[2] ?? '', isDone: task[1] !== ' ' };
}

/** Where a sign comes next; asked with rising places, it reads the text once. */
class Seeker {
  readonly #text: string;
  readonly #next = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** -1 if it does not come again. */
  after(sign: string, from: number): number {
    const known = this.#next.get(sign);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#text.indexOf(sign, from);
    this.#next.set(sign, found);
    return found;
  }
}

const MAX_DEPTH = 6;
/** Everything else is plain until one of these. */
const SIGNS = /[\\`*_~[!<]|https?:\/\//g;
const PAIRS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const;

export function parseInline(text: string, depth = 0): readonly Inline[] {
  const seeker = new Seeker(text);
  const parts: Inline[] = [];
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain !== '') parts.push({ is: 'text', text: plain });
    plain = '';
  };
  while (at < text.length) {
    SIGNS.lastIndex = at;
    const sign = SIGNS.exec(text);
    const end = sign?.index ?? text.length;
    plain += text.slice(at, end);
    at = end;
    if (!sign) break;
    const found = readSign(text, at, seeker, depth);
    if (typeof found === 'string') {
      plain += found;
      at += Math.max(1, found.length);
    } else if ('escaped' in found) {
      plain += found.escaped;
      at += 2;
    } else {
      flush();
      parts.push(found.part);
      at = found.end;
    }
  }
  flush();
  return parts;
}

interface Found {
  readonly part: Inline;
  readonly end: number;
}

/** What begins here, or the characters that mean nothing. */
function readSign(
  text: string,
  at: number,
  seeker: Seeker,
  depth: number,
): Found | { readonly escaped: string } | string {
  const sign = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (sign === '\\') return /[!-/:-@[-`{-~]/.test(next) ? { escaped: next } : sign;
  if (sign === '`') return readSpan(text, at, seeker);
  if (sign === 'h') return readBareLink(text, at);
  if (sign === '<') return sign;
  if (sign === '!' && next !== '[') return sign;
  if (sign === '[' || sign === '!') {
    return (depth < MAX_DEPTH && readLink(text, at, seeker, depth)) || sign;
  }
  const pair = PAIRS.find(([mark]) => text.startsWith(mark, at));
  if (!pair) return sign;
  return (depth < MAX_DEPTH && readPair(text, at, pair, seeker, depth)) || pair[0];
}

function readSpan(text: string, at: number, seeker: Seeker): Found | string {
  let end = at;
  while (text[end] === '`') end += 1;
  const fence = text.slice(at, end);
  // A longer run of backquotes closes nothing, and neither does what follows it.
  const close = seeker.after(fence, end);
  if (close < 0 || text[close + fence.length] === '`') return fence;
  return { part: { is: 'code', text: text.slice(end, close) }, end: close + fence.length };
}

const WORD = /[\p{L}\p{N}]/u;

/** A sign inside a word, as in `snake_case`, and one beside a space mean nothing. */
function readPair(
  text: string,
  at: number,
  [mark, is]: (typeof PAIRS)[number],
  seeker: Seeker,
  depth: number,
): Found | undefined {
  const begin = at + mark.length;
  const isInWord = mark.startsWith('_') && WORD.test(text[at - 1] ?? '');
  if (isInWord || /^\s/.test(text[begin] ?? ' ')) return undefined;
  const close = seeker.after(mark, begin + 1);
  if (close < 0 || /\s/.test(text[close - 1] ?? '')) return undefined;
  if (mark.startsWith('_') && WORD.test(text[close + mark.length] ?? '')) return undefined;
  const parts = parseInline(text.slice(begin, close), depth + 1);
  return { part: { is, parts }, end: close + mark.length };
}

function readLink(text: string, at: number, seeker: Seeker, depth: number): Found | undefined {
  const begin = text.indexOf('[', at) + 1;
  const middle = seeker.after('](', begin);
  const end = middle < 0 ? -1 : seeker.after(')', middle);
  if (end < 0) return undefined;
  const label = text.slice(begin, middle);
  // The nearest bracket belongs to the address; the words before it do not.
  if (label.includes('[')) return undefined;
  const link = linkTo(text.slice(middle + 2, end).trim());
  if (!link) return undefined;
  const parts = parseInline(label, MAX_DEPTH);
  const words: readonly Inline[] = parts.length > 0 ? parts : [{ is: 'text', text: link.host }];
  return { part: { is: 'link', ...link, parts: depth < MAX_DEPTH ? words : parts }, end: end + 1 };
}

const BARE = /https?:\/\/[^\s<>"'`]{1,2000}/y;

function readBareLink(text: string, at: number): Found | string {
  BARE.lastIndex = at;
  const whole = BARE.exec(text)?.[0] ?? '';
  const words = whole.replace(/[.,;:!?*_~)\]]+$/, '');
  const link = linkTo(words);
  if (!link) return whole === '' ? 'http' : whole;
  return {
    part: { is: 'link', ...link, parts: [{ is: 'text', text: words }] },
    end: at + words.length,
  };
}

/** Only addresses of the web: whatever else a link could start is never offered. */
function linkTo(address: string): { readonly url: string; readonly host: string } | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined;
  try {
    const { protocol, href, host } = new URL(address);
    return protocol === 'http:' || protocol === 'https:' ? { url: href, host } : undefined;
  } catch {
    return undefined;
  }
}
