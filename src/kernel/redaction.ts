/**
 * Replaces likely secrets in everything that leaves the server: answers, errors and logs.
 *
 * Only strings are replaced, so the shape of an answer never changes and `tokens_used: 12` stays a
 * number. Patterns are anchored at word starts: `task-` and a slug contain `sk-` but are an id.
 *
 * The index of recall and the filter of work have texts as they are shown. A change of what is
 * redacted changes both, and needs a migration that rebuilds them, as a change of terms does.
 */

import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { holdsSecretName, replaceAssigned } from './secrets/assigned-secrets.ts';
import { isSecretValue, judgingName } from './secrets/judge-value.ts';
import { holdsFormat, replaceFormats } from './secrets/secret-formats.ts';
import { isHarmless } from './secrets/secret-values.ts';

export const REDACTED = '<redacted>';

const PEM_BLOCK =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

const BEARER = /\b([Bb]earer|BEARER)(\s+)([A-Za-z0-9._~+/=-]{4,})/g;

/** Words that follow "Bearer" in prose. */
const BEARER_PROSE = /^(?:tokens?|auth|authentication|authorization|scheme|header|of|the|and)\.?$/i;

/** The password of an address, `postgres://name:password@host`, also if it was cut. */
const ADDRESS_PASSWORD = /(:\/\/[^\s:@/?#"'<>]*:)([^\s/"'<>…]+)(?=@|…)/g;

/** The signature of a signed address. */
const ADDRESS_SIGNATURE = /([?&](?:sig|(?:x-amz-)?signature|key)=)([^\s&"'<>#]{16,})/gi;

/** `curl -u name:password`. */
const USER_FLAG = /(\s(?:-u|--user)[ =]["']?[^\s:"'<>$]{1,80}:)([^\s"'<>]+)/g;

const COMMANDS =
  '\\b(?:(?:mysql|mariadb)[a-z-]{0,12}\\b(?:(?![ \\t]-p)[^\\n|;&]){0,200}[ \\t]-p|sshpass[ \\t]+-p[ \\t]*)';

/** `mysql -ppassword`, where the value follows its flag without a space. */
const PASSWORD_FLAG = new RegExp(`(${COMMANDS})((?:(?!\\\\[nrt"'\\\\])[^\\s"'\`<>|;&])+)`, 'g');
const QUOTED_PASSWORD_FLAG = new RegExp(`(${COMMANDS}\\\\*["'])([^"'\\n\\\\]+)(?=\\\\*["'])`, 'g');

/**
 * Every pattern above begins with one of these, so a text without them has no secret. Most texts
 * have none, so that they are looked at once.
 */
const MAY_HOLD_SECRET = /-----BEGIN |bearer\s|:\/\/|[?&](?:sig|key|x-amz)|\s-u\s|--user[ =]|\s-p/i;

/** Shorter texts hold no secret that could be known as one. */
const LEAST_TEXT = 6;

export function redactText(text: string): string {
  if (text.length < LEAST_TEXT) return text;
  if (!holdsFormat(text) && !holdsSecretName(text) && !MAY_HOLD_SECRET.test(text)) return text;
  return replaceFormats(
    replaceAssigned(text.replace(PEM_BLOCK, REDACTED), REDACTED)
      .replace(ADDRESS_PASSWORD, unlessExample)
      .replace(ADDRESS_SIGNATURE, unlessHarmless)
      .replace(USER_FLAG, unlessHarmless)
      .replace(PASSWORD_FLAG, unlessExample)
      .replace(QUOTED_PASSWORD_FLAG, unlessExample)
      .replace(BEARER, redactBearer),
    REDACTED,
  );
}

/** A word of letters with more words behind it is part of a sentence. */
function redactBearer(
  found: string,
  word: string,
  gap: string,
  token: string,
  at: number,
  text: string,
): string {
  const end = at + found.length;
  const goesOn = /^[A-Za-z]+$/.test(token) && /^[ \t]+\S/.test(text.slice(end, end + 20));
  return goesOn || BEARER_PROSE.test(token) || isHarmless(token)
    ? found
    : `${word}${gap}${REDACTED}`;
}

/** Documentation writes the word itself where a password belongs. */
function unlessExample(found: string, before: string, value: string): string {
  return /^pass(?:word)?$/i.test(value) ? found : unlessHarmless(found, before, value);
}

function unlessHarmless(found: string, before: string, value: string): string {
  return isHarmless(value) ? found : `${before}${REDACTED}`;
}

/** Returns the value with every likely secret replaced, or the same value if there is none. */
export function redact<Value extends Json>(value: Value): Value;
export function redact(value: Json): Json {
  return redactWithin(value, undefined);
}

/** `name` is the nearest name that may stand for a secret, if the value is below one. */
function redactWithin(value: Json, name: string | undefined): Json {
  if (typeof value === 'string') {
    return name !== undefined && isSecretValue(value, name) ? REDACTED : redactText(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  return isJsonObject(value) ? redactFields(value, name) : redactItems(value, name);
}

/** Copies a list only from the first item that changes, since most lists do not change. */
function redactItems(items: readonly Json[], name: string | undefined): readonly Json[] {
  let copy: Json[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Json;
    const clean = redactWithin(item, name);
    if (clean === item && !copy) continue;
    copy ??= items.slice(0, at);
    copy.push(clean);
  }
  return copy ?? items;
}

/** Undefined fields are left out, as in every answer. A name can hold a secret as well. */
function redactFields(fields: JsonObject, above: string | undefined): JsonObject {
  const names = Object.keys(fields);
  const shown = names.map(redactText);
  const clean = names.map((name) => {
    const field = fields[name];
    if (field === undefined) return field;
    return redactWithin(field, judgingName(name, above));
  });
  const isSame = names.every(
    (name, at) => shown[at] === name && clean[at] !== undefined && clean[at] === fields[name],
  );
  if (isSame) return fields;
  const free = freeNames(shown);
  return Object.fromEntries(
    free.flatMap((name, at) => (clean[at] === undefined ? [] : [[name, clean[at]]])),
  ) as JsonObject;
}

/** Two names that were secrets look alike; the fields of both stay. */
function freeNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  // Where the search for a free number goes on: thousands of names may look alike.
  const counts = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    let count = counts.get(name) ?? 2;
    for (; taken.has(free); count++) free = `${name}-${count}`;
    counts.set(name, count);
    taken.add(free);
    return free;
  });
}
