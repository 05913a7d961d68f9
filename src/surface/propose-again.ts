/**
 * Proposes a call in place of one with faults: the same, as far as it was right or can be
 * corrected.
 *
 * It must fit the schema, and must never do something else than the caller meant. What cannot be
 * corrected becomes a placeholder, if text is allowed there. Otherwise it is left out; and the
 * caller's words with it, if they might now go to another chain or another session.
 */

import { type Json, type JsonObject, jsonBytes } from '../kernel/json.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { fill, isPlaceholder } from '../kernel/placeholder.ts';
import { MAX_REPEATED } from '../kernel/same-call.ts';
import { MAX_SLUG, slugOf } from '../kernel/slug.ts';
import type { Operation } from '../operations/declaration/define-operation.ts';

/** `isFit`: whether a value may be sent at all. */
export function correctedCall(
  { fields, minimal = {}, minor = [], effect }: Operation,
  given: JsonObject,
  isFit: (value: Json) => boolean,
): JsonObject {
  const { corrected, lost, unknown } = correctArguments(fields, given, isFit);
  const takes = (name: string, value: unknown) => fields[name]?.safeParse(value).success === true;
  // A read that does less than was meant loses nothing.
  const reads = effect === 'read';
  const open = lost.filter(
    (name) => takes(name, fill(name)) && (!reads || !takes(name, undefined)),
  );
  const places = Object.keys(fields).filter((name) => !minor.includes(name));
  const isHarmless = (name: string) => open.includes(name) || minor.includes(name);
  const isSure = reads || (lost.every(isHarmless) && !unknown.some((name) => isAkin(name, places)));
  const saysNothing = Object.keys(corrected).every((name) => SPOKEN.includes(name));
  const call: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(minimal)) {
    const isNeeded = SPOKEN.includes(name) || !takes(name, undefined);
    // An unknown argument may have named what would now be taken from elsewhere, such as the
    // session.
    const isGuess = typeof value === 'string' && !SPOKEN.includes(name) && unknown.length > 0;
    if (isNeeded || (saysNothing && lost.length === 0)) call[name] = isGuess ? fill(name) : value;
  }
  for (const name of open) call[name] = fill(name);
  for (const [name, value] of Object.entries(corrected)) {
    const isKept = isSure || isId(name) || !isPlaceholder(minimal[name]);
    if (isKept && jsonBytes(value) <= MAX_REPEATED) call[name] = value;
    else if (!reads && takes(name, fill(name))) call[name] = minimal[name] ?? fill(name);
  }
  return call;
}

/** An id says where the call goes; only the words of the caller could go astray. */
function isId(name: string): boolean {
  return name.endsWith('Id');
}

/** Whether an unknown name may stand for one of these: `revise_of` for `revisesThought`. */
function isAkin(unknown: string, names: readonly string[]): boolean {
  const parts = partsOf(unknown);
  return names.some((name) =>
    partsOf(name).some((part) =>
      parts.some((said) => part.startsWith(said) || said.startsWith(part)),
    ),
  );
}

/** The words of a name that are long enough to say something. */
function partsOf(name: string): readonly string[] {
  const words = name.slice(0, MAX_NAME).split(/(?=[A-Z])|[^A-Za-z]+/);
  return words.map((word) => word.toLowerCase()).filter((word) => word.length >= LEAST_PART);
}

const MAX_NAME = 100;
const LEAST_PART = 4;

/** Which call it is, and where; not its content. */
const SPOKEN = ['operation', 'subOperation', 'workspace'];

/** The part of a schema that is needed here. */
interface Field {
  safeParse(value: unknown): { readonly success: boolean };
}

/** No tool takes so many: further arguments are not examined, and count as unknown. */
const MAX_LOOKED_AT = 200;

/** What was right or could be corrected; known names whose value is lost; and the rest. */
function correctArguments(
  shape: Readonly<Record<string, unknown>>,
  given: JsonObject,
  isFit: (value: Json) => boolean,
) {
  const corrected: Record<string, Json> = {};
  const lost: string[] = [];
  const known = Object.keys(shape);
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const unknown = said.slice(MAX_LOOKED_AT).map(([spelt]) => spelt);
  for (const [spelt, value] of said.slice(0, MAX_LOOKED_AT) as [string, Json][]) {
    const name = nameOf(spelt, given, known);
    const field = name === undefined ? undefined : (shape[name] as Field);
    const isRight = (form: Json) =>
      field?.safeParse(form).success === true && isFit(form) && !isPlaceholder(form);
    const form = formsOf(value).find(isRight);
    if (name === undefined || name in corrected) unknown.push(spelt);
    else if (form === undefined) lost.push(name);
    else corrected[name] = form;
  }
  return { corrected, lost, unknown };
}

/** A name as it was spelled, or the one that is probably meant, unless that was sent too. */
function nameOf(spelt: string, given: JsonObject, known: readonly string[]): string | undefined {
  if (known.includes(spelt)) return spelt;
  const plain = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
  const meant = known.find((name) => plain(name) === plain(spelt)) ?? nearestName(spelt, known);
  return meant === undefined || Object.hasOwn(given, meant) ? undefined : meant;
}

/** The value as sent, as the JSON in it, as the only item of a list, and as a slug. */
function formsOf(value: Json): readonly Json[] {
  if (typeof value !== 'string') return [value];
  // Shortened, it would be another name.
  const slug = value.length <= MAX_SLUG ? slugOf(value) : undefined;
  return [value, ...jsonIn(value), [value], ...(slug === undefined ? [] : [slug])];
}

function jsonIn(text: string): readonly Json[] {
  const plain = text.trim().toLowerCase();
  if (plain === 'true' || plain === 'yes') return [true];
  if (plain === 'false' || plain === 'no') return [false];
  try {
    return [JSON.parse(text) as Json];
  } catch {
    return [];
  }
}
