/**
 * Replaces likely secrets in everything that leaves the server: answers, errors and logs.
 *
 * Only strings are replaced, so the shape of an answer never changes and `tokens_used: 12` stays a
 * number. Patterns are anchored at word starts: `task-` and a slug contain `sk-` but are an id.
 */

import { isJsonObject, type Json, type JsonObject } from './json.ts';

export const REDACTED = '<redacted>';

/** Anywhere in a name, as in `authToken`, `x-api-key` or `DB_PASSWORDS`. */
const SECRET_NAME =
  /token|secret|password|passwd|api[_-]?key|private[_-]?key|authorization|bearer/i;

const WORD_START = '(?<![A-Za-z0-9_-])';

const PEM_BLOCK =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const GITHUB_TOKEN = new RegExp(`${WORD_START}(?:gh[opsur]_|github_pat_)[A-Za-z0-9_]{6,}`, 'g');
const CLOUD_TOKEN = new RegExp(
  `${WORD_START}(?:AKIA[A-Z0-9]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{16,})`,
  'g',
);
const SK_CANDIDATE = new RegExp(`${WORD_START}sk-[A-Za-z0-9_-]{12,}`, 'g');
/** The name before the sign may be the end of a longer one, as in `access_token=`. */
const ASSIGNED_SECRET =
  /((?:token|api[_-]?key|secret|password|passwd|authorization)=)("[^"]*"|'[^']*'|[^\s&;,"'<>)\]}]+)/gi;
const BEARER = /\b([Bb]earer|BEARER)(\s+)([A-Za-z0-9._~+/=-]{4,})/g;

/** Words that follow "Bearer" in prose. */
const BEARER_PROSE = /^(tokens?|auth|authentication|authorization|scheme|header|of|the|and)\.?$/i;

/** A slug consists of words; a key has a long run, or a run that mixes letters and digits. */
function looksLikeKey(candidate: string): boolean {
  return candidate
    .slice('sk-'.length)
    .split(/[_-]/)
    .some(
      (run) => run.length >= 16 || (run.length >= 10 && /[0-9]/.test(run) && /[A-Za-z]/.test(run)),
    );
}

/**
 * Every pattern above begins with one of these, so a text without them has no secret. Most texts
 * have none, so that one test is enough for them.
 */
const MAY_HOLD_SECRET =
  /-----BEGIN |gh[opsur]_|github_pat_|AKIA|xox[abprs]-|glpat-|sk-|(?:token|key|secret|password|passwd|authorization)=|bearer\s/i;

export function redactText(text: string): string {
  return MAY_HOLD_SECRET.test(text) ? scrubbed(text) : text;
}

function scrubbed(text: string): string {
  return text
    .replace(PEM_BLOCK, REDACTED)
    .replace(GITHUB_TOKEN, REDACTED)
    .replace(CLOUD_TOKEN, REDACTED)
    .replace(SK_CANDIDATE, (found) => (looksLikeKey(found) ? REDACTED : found))
    .replace(ASSIGNED_SECRET, `$1${REDACTED}`)
    .replace(BEARER, (found, word: string, gap: string, token: string) =>
      BEARER_PROSE.test(token) ? found : `${word}${gap}${REDACTED}`,
    );
}

/** Returns the value with every likely secret replaced, or the same value if there is none. */
export function redact<Value extends Json>(value: Value): Value;
export function redact(value: Json): Json {
  return redactWithin(value, false);
}

function redactWithin(value: Json, secret: boolean): Json {
  if (typeof value === 'string') return secret ? REDACTED : redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  return isJsonObject(value) ? redactFields(value, secret) : redactItems(value, secret);
}

/** Copies a list only from the first item that changes, since most lists do not change. */
function redactItems(items: readonly Json[], secret: boolean): readonly Json[] {
  let copy: Json[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Json;
    const clean = redactWithin(item, secret);
    if (clean === item && !copy) continue;
    copy ??= items.slice(0, at);
    copy.push(clean);
  }
  return copy ?? items;
}

/** Undefined fields are left out, as in every answer. */
function redactFields(fields: JsonObject, secret: boolean): JsonObject {
  const names = Object.keys(fields);
  const clean = names.map((name) => {
    const field = fields[name];
    return field === undefined ? field : redactWithin(field, secret || SECRET_NAME.test(name));
  });
  if (clean.every((field, at) => field !== undefined && field === fields[names[at] as string])) {
    return fields;
  }
  return Object.fromEntries(
    names.flatMap((name, at) => (clean[at] === undefined ? [] : [[name, clean[at]]])),
  ) as JsonObject;
}
