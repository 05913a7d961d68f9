/** Session cookies in a `Cookie` or `Set-Cookie` header. */

import { isSecretName } from './secret-names.ts';
import { isHarmless, isKeyish } from './secret-values.ts';

export function isCookieHeader(name: string): boolean {
  return /^(?:set-)?cookies?$/i.test(name);
}

/** Names that usually stand for a login. */
const SESSION_NAME = /sess|sid$|^sid|auth|login|remember|csrf|xsrf|jwt|user/i;

/** A longer value is hardly a preference. */
const MIN_OPAQUE = 16;

/** `name=value`, up to the next separator; the lengths bound the work for each header. */
const PAIR =
  /[ \t]*(?<name>[A-Za-z0-9!#$%&*.^_|~+-]{1,120})=(?<value>(?:(?!\\[nrt"'\\])[^\s;,"'`<>]){1,1000})(?:;|(?=[\s"'`\\]|$))/y;

const MAX_PAIRS = 50;

/**
 * From the first secret value to the last, as one: which cookie is which need not be seen. The
 * pairs after the first of a `Set-Cookie` are attributes.
 */
export function cookieValues(
  text: string,
  start: number,
  header: string,
): { readonly start: number; readonly end: number } | undefined {
  let span: { start: number; end: number } | undefined;
  PAIR.lastIndex = start;
  for (let count = 0; count < MAX_PAIRS; count++) {
    const { name, value } = PAIR.exec(text)?.groups ?? {};
    if (name === undefined || value === undefined) break;
    const goesOn = text[PAIR.lastIndex - 1] === ';';
    const end = PAIR.lastIndex - (goesOn ? 1 : 0);
    if (isSecretCookie(name, value)) span = { start: span?.start ?? end - value.length, end };
    if (!goesOn || /^set/i.test(header)) break;
  }
  return span;
}

function isSecretCookie(name: string, value: string): boolean {
  if (isHarmless(value)) return false;
  return (
    isSecretName(name) || SESSION_NAME.test(name) || isKeyish(value) || value.length >= MIN_OPAQUE
  );
}
