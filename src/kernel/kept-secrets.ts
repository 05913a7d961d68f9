/**
 * Values that an agent read redacted and sends back: what it could not see stays as it is stored.
 *
 * A value that equals the redacted form of the stored one means that one. In a text with a single
 * secret the words around the mark may have changed; with several, it would be a guess which is
 * which, so such a text is stored as it was sent.
 */

import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { REDACTED, redact } from './redaction.ts';
import { judgingName } from './secrets/judge-value.ts';

/** `stored` is what the value would replace; undefined if there is nothing yet. */
export function keepSecrets<Value extends Json | undefined>(
  sent: Value,
  stored: Json | undefined,
): Value;
export function keepSecrets(sent: Json | undefined, stored: Json | undefined): Json | undefined {
  return kept(sent, stored, undefined);
}

/** `name` is the nearest name that stands for a secret, as in redaction. */
function kept(
  sent: Json | undefined,
  stored: Json | undefined,
  name: string | undefined,
): Json | undefined {
  if (sent === undefined || stored === undefined || !isMarked(sent)) return sent;
  if (typeof sent === 'string') {
    return typeof stored === 'string' ? keptText(sent, stored, name) : sent;
  }
  if (Array.isArray(sent)) return Array.isArray(stored) ? keptItems(sent, stored, name) : sent;
  if (!isJsonObject(sent) || !isJsonObject(stored)) return sent;
  return keptFields(sent, stored, name);
}

function isMarked(value: Json): boolean {
  return JSON.stringify(value).includes(REDACTED);
}

function shownAs(stored: Json, name: string | undefined): Json | undefined {
  return name === undefined ? redact(stored) : redact({ [name]: stored })[name];
}

function keptText(sent: string, stored: string, name: string | undefined): string {
  const shown = shownAs(stored, name) as string;
  if (shown === sent) return stored;
  const [before = '', after = '', ...more] = shown.split(REDACTED);
  const isOne = shown.includes(REDACTED) && more.length === 0;
  if (!isOne || sent.split(REDACTED).length !== 2) return sent;
  const secret = stored.slice(before.length, stored.length - after.length);
  return sent.split(REDACTED).join(secret);
}

/** An item stands for the one at its place, else for the only one that looks like it. */
function keptItems(
  sent: readonly Json[],
  stored: readonly Json[],
  name: string | undefined,
): readonly Json[] {
  const shown = stored.map((each) => JSON.stringify(shownAs(each, name)));
  const places = new Map<string | undefined, number[]>();
  for (const [index, text] of shown.entries()) {
    const known = places.get(text);
    if (known) known.push(index);
    else places.set(text, [index]);
  }
  const meant = (item: Json, at: number) => {
    const text = JSON.stringify(item);
    const alike = places.get(text) ?? [];
    const isPlaced = shown[at] === text || alike.length === 0;
    if (isPlaced && sent.length === stored.length) return stored[at];
    return alike.length === 1 ? stored[alike[0] ?? 0] : undefined;
  };
  return sent.map((item, at) => kept(item, meant(item, at), name) as Json);
}

function keptFields(sent: JsonObject, stored: JsonObject, above: string | undefined): JsonObject {
  const nameOf = storedNames(stored);
  return Object.fromEntries(
    Object.entries(sent).map(([shown, value]) => {
      const name = Object.hasOwn(stored, shown) ? shown : (nameOf.get(shown) ?? shown);
      const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
      return [name, kept(value, before, judgingName(name, above))];
    }),
  );
}

/** The names that are secrets themselves, by what is shown of them. */
function storedNames(stored: JsonObject): ReadonlyMap<string, string> {
  const names = Object.keys(stored);
  const shown = Object.keys(redact(Object.fromEntries(names.map((name) => [name, 0]))));
  return new Map(shown.map((each, at) => [each, names[at] as string]));
}
