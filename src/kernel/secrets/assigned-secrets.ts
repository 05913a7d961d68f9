/**
 * Secrets that are known by the name before them: settings, query strings, JSON and YAML inside a
 * text, headers, flags, tags. The name and the signs around the value stay.
 *
 * The text is walked once: behind a name or a value that was looked at, never into it again.
 */

import { cookieValues, isCookieHeader } from './cookies.ts';
import { isSecretValue, mayNameSecret } from './judge-value.ts';
import { countsTokens, isSecretName } from './secret-names.ts';
import { isCode, isCodeInProse, isKeyish } from './secret-values.ts';

/** Every secret name has one of these; the rest of the name is around it. */
const NAME_CORE =
  /token|secret|passw(?:or)?d|passphrase|(?:api|access|private|account|master|signing|encryption|auth)[ _-]?key|authorization|bearer|[a-z]_pass(?![a-z])|(?<![a-z])auth(?![a-z])|client[-_]key[-_]data|(?<![a-z])cookies?(?![a-z])/gi;

/** The characters of names; a dot or a dash at the end belongs to the sentence. */
const isOfName = (char: string | undefined) => char !== undefined && /[A-Za-z0-9_.-]/.test(char);

export function holdsSecretName(text: string): boolean {
  return text.search(NAME_CORE) >= 0;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

export function replaceAssigned(text: string, replacement: string): string {
  let clean = '';
  let copied = 0;
  NAME_CORE.lastIndex = 0;
  for (let found = NAME_CORE.exec(text); found; found = NAME_CORE.exec(text)) {
    const name = nameAround(text, found.index, NAME_CORE.lastIndex, copied);
    NAME_CORE.lastIndex = name.end;
    const word = text.slice(name.start, name.end);
    if (!mayNameSecret(word)) continue;
    const value = valueBehind(text, name, word);
    if (!value) continue;
    clean += text.slice(copied, value.start) + replacement;
    copied = value.end;
    NAME_CORE.lastIndex = value.end;
  }
  return copied === 0 ? text : clean + text.slice(copied);
}

/** The whole name around what was found; it does not reach back into what was copied. */
function nameAround(text: string, from: number, to: number, copied: number): Span {
  let start = from;
  while (start > copied && isOfName(text[start - 1])) start--;
  // In JSON inside a text, a name may follow an escape, whose letter is not part of it.
  if (start < from && text[start - 1] === '\\' && /[nrtbf]/.test(text.charAt(start))) start++;
  if (/^%[0-9A-Fa-f]{2}/.test(text.slice(start - 1, start + 2)) && start + 2 <= from) start += 2;
  let end = to;
  while (isOfName(text[end])) end++;
  while (end > to && /[.-]/.test(text[end - 1] as string)) end--;
  return { start, end };
}

/** What stands between a name and its value: marks that close the name, a sign, spaces. */
const CLOSING = String.raw`(?<close>\\*["'\x60]|%22|\*\*|__|\])?(?<before>[ \t]*)`;
const SIGNS = String.raw`(?<sign>\?:|:=|=>|=(?![=~])|:(?![:/])|%3[AaDd](?:%2[02])*)`;
const SIGN = new RegExp(`${CLOSING}${SIGNS}(?<after>[ \\t]*)`, 'y');
const QUOTE = /(?<slashes>\\*)(?<quote>["'`])/y;

function valueBehind(text: string, name: Span, word: string): Span | undefined {
  SIGN.lastIndex = name.end;
  const groups = SIGN.exec(text)?.groups;
  if (!groups) return unsignedValue(text, name, word);
  const start = SIGN.lastIndex;
  const { close, before, sign, after } = groups as Record<string, string | undefined>;
  // A name and a spaced colon are rather two sides of a choice.
  if (sign === ':' && before !== '' && close === undefined) return undefined;
  if (sign?.startsWith('%')) return encodedValue(text, start, word);
  const quoted = quotedValue(text, start);
  if (isCookieHeader(word)) {
    return sign === ':' ? cookieValues(text, quoted?.start ?? start, word) : undefined;
  }
  if (quoted) return isSecretValue(text.slice(quoted.start, quoted.end), word) ? quoted : undefined;
  const listed = listedValues(text, start, word);
  if (listed) return listed;
  if (/authorization$/i.test(word)) return credentialAt(text, start);
  if (sign === '=' && before === '' && after === '') return settingValue(text, start, word);
  return statedValue(text, start, word, `${sign}${after}`);
}

/** A setting in an address or a key, written with percent signs. */
function encodedValue(text: string, start: number, name: string): Span | undefined {
  const end = endOf(/(?:(?!%22)[A-Za-z0-9%._~!*'()-])+/y, text, start);
  return end > start && isSecretValue(text.slice(start, end), name) ? { start, end } : undefined;
}

/** The text between quotes, which may themselves be escaped; unclosed, it ends with the line. */
function quotedValue(text: string, at: number): Span | undefined {
  QUOTE.lastIndex = at;
  const opened = QUOTE.exec(text)?.groups;
  if (!opened) return undefined;
  const { slashes = '', quote = '' } = opened;
  const start = QUOTE.lastIndex;
  for (let end = text.indexOf(quote, start); end >= 0; end = text.indexOf(quote, end + 1)) {
    const escapes = slashesBefore(text, start, end);
    const closes = slashes === '' ? escapes % 2 === 0 : escapes <= slashes.length;
    if (closes) return upToLine(text, start, slashes === '' ? end : end - escapes);
  }
  return upToLine(text, start, text.length);
}

function upToLine(text: string, start: number, end: number): Span {
  const line = text.slice(start, end).search(/[\r\n]/);
  return { start, end: line < 0 ? end : start + line };
}

/** The longest list that is looked through. */
const MAX_LIST = 2_000;

/** All texts of a list in brackets, as one: which of them is which need not be seen. */
function listedValues(text: string, at: number, name: string): Span | undefined {
  if (text[at] !== '[') return undefined;
  const [inner = ''] = /^[^\]\n]*/.exec(text.slice(at + 1, at + MAX_LIST)) ?? [];
  const quoted = /^\s*(\\*["'])(.*)\1/.exec(inner);
  if (!quoted || !isSecretValue(quoted[2] ?? '', name) || countsTokens(name)) return undefined;
  const start = at + 1 + inner.indexOf(quoted[1] ?? '') + (quoted[1]?.length ?? 0);
  return { start, end: start + (quoted[2]?.length ?? 0) };
}

function slashesBefore(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1] === '\\') at--;
  return end - at;
}

/** `name=value` without spaces, as in a query string or an environment. */
const SETTING = /(?:(?!\\[nrt"'\\])[^\s&;,"'`<>)\]}])+/y;
const REFERENCE =
  /\$\{[^}\n]*\}|\$\([^)\n]*\)|\{\{[^}\n]*\}\}|\$\{\{[^}\n]*\}\}|<[^>\n]*>|\{\w*\}|\[[a-z _-]+\]/y;

function settingValue(text: string, start: number, name: string): Span | undefined {
  const span = plainValue(text, start, name);
  if (!span) return undefined;
  const value = text.slice(start, span.end);
  return isCode(value, text.charAt(span.end), name) ? undefined : span;
}

/** A value without quotes, up to the next separator. */
function plainValue(text: string, start: number, name: string): Span | undefined {
  if (endOf(REFERENCE, text, start) > start) return undefined;
  const end = endOf(SETTING, text, start);
  return end > start && isSecretValue(text.slice(start, end), name) ? { start, end } : undefined;
}

/** `name: value` and `name = value`, where a value is told apart from prose and code. */
function statedValue(text: string, start: number, name: string, sign: string): Span | undefined {
  if (/[[{]/.test(text.charAt(start))) return undefined;
  const block = blockValue(text, start);
  if (block) return block;
  const span = plainValue(text, start, name);
  if (!span) return undefined;
  const value = text.slice(start, span.end);
  if (isCodeInProse(value, text.charAt(span.end), name)) return undefined;
  // A scope such as `token:read` is joined, too.
  return isKeyish(value) || (sign !== JOINED && isAlone(text, span.end)) ? span : undefined;
}

const JOINED = ':';

/** One word up to the end of its line is a value; more words are a sentence. */
function isAlone(text: string, end: number): boolean {
  return (
    endOf(/[ \t]*(?:$|[\r\n,;)}\]"'`]|\\[nr"]|#|\/\/)/y, text, end) > end || end === text.length
  );
}

/** A block of YAML: the lines below that are indented alike. */
function blockValue(text: string, at: number): Span | undefined {
  const opened = /[|>][-+]?[ \t]*\n([ \t]+)/y;
  opened.lastIndex = at;
  const indent = opened.exec(text)?.[1];
  if (indent === undefined) return undefined;
  const start = opened.lastIndex;
  let end = endOf(/[^\n]*/y, text, start);
  while (text.startsWith(`\n${indent}`, end)) end = endOf(/[^\n]*/y, text, end + 1);
  return start < end ? { start, end } : undefined;
}

/** What a header gives behind its scheme: the rest of the line if it has several parts. */
const SCHEME =
  /(?:Basic|Bearer|Token|Digest|ApiKey|Api-Key|Negotiate|NTLM|AWS4-HMAC-SHA256|Signature|Key|OAuth|SSWS)[ \t]+/iy;

function credentialAt(text: string, at: number): Span | undefined {
  SCHEME.lastIndex = at;
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const start = at + scheme.length;
  if (/^(?:Digest|AWS4|Signature|OAuth)/i.test(scheme)) {
    const end = endOf(/[^\r\n`]{1,2000}/y, text, start);
    return text.slice(start, end).includes('=') && text[start] !== '<' ? { start, end } : undefined;
  }
  const span = plainValue(text, start, 'authorization');
  if (!span) return undefined;
  return isKeyish(text.slice(start, span.end)) || isAlone(text, span.end) ? span : undefined;
}

const FLAG = /[ \t]+(?=[^\s-])/y;
const LOGIN = /(?:login|user|account)[ \t]+\S+[ \t\r\n]+$/;
const CLOSED_TAG = /([^<>\n]+)<\//y;

/** Without a sign: flags, quoted words that look like a key, a login of `.netrc`, a tag of XML. */
function unsignedValue(text: string, name: Span, word: string): Span | undefined {
  if (text[name.end] === '>' && text[name.start - 1] === '<') {
    CLOSED_TAG.lastIndex = name.end + 1;
    const inner = CLOSED_TAG.exec(text)?.[1];
    if (inner === undefined || !isSecretValue(inner, word)) return undefined;
    return { start: name.end + 1, end: name.end + 1 + inner.length };
  }
  FLAG.lastIndex = name.end;
  if (!FLAG.test(text)) return undefined;
  const at = FLAG.lastIndex;
  const quoted = quotedValue(text, at);
  const span = quoted ?? { start: at, end: endOf(SETTING, text, at) };
  const value = text.slice(span.start, span.end);
  if (value === '' || !isSecretValue(value, word)) return undefined;
  if (isLogin(text, name, word) || isSetByCommand(text, name, word)) return span;
  const isFlag = /^--?[A-Za-z]/.test(word);
  return (isFlag || quoted) && isKeyish(value) && !/[\s=]/.test(value) ? span : undefined;
}

/** How far a login or a command is looked for before a name. */
const REACH = 120;

function textBefore(text: string, name: Span): string {
  return text.slice(Math.max(0, name.start - REACH), name.start);
}

function isLogin(text: string, name: Span, word: string): boolean {
  return word === 'password' && LOGIN.test(textBefore(text, name));
}

/** `aws configure set aws_secret_access_key …` and `npm config set …:_authToken …`. */
const SET_COMMAND =
  /\bconfig(?:ure)?[ \t]+set[ \t]+(?:--?[A-Za-z-]+(?:=|[ \t]+)[^\s-]\S*[ \t]+)?[^\s"']*$/;

function isSetByCommand(text: string, name: Span, word: string): boolean {
  return isSecretName(word) && SET_COMMAND.test(textBefore(text, name));
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
