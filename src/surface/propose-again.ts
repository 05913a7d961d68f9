/** What to send instead of a call with faults: the same, as far as it was right or can be mended. */

import { slugOf } from '../domain/thoughts/knowledge.ts';
import { type Json, type JsonObject, jsonBytes } from '../kernel/json.ts';
import type { Operation } from '../operations/define-operation.ts';

/** Longer ones are the caller's to repeat. */
const MOST_REPEATED = 200;

/** A proposed call has places for the caller's words; sent as it stands, it says nothing. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && /^<fill\b[^>]*>$/.test(value.trim());
}

/**
 * The least call, with what the caller had right. Its words are repeated only where nothing else
 * was wrong, since without that they might go elsewhere: on another chain, into another session.
 */
export function proposedAgain({ schema, minimal = {} }: Operation, given: JsonObject): JsonObject {
  const { mended, lost } = mendedIn(schema.shape, given);
  const isSure = lost.every((name) => Object.hasOwn(minimal, name));
  const right = Object.entries(mended).filter(([name, value]) => {
    const isKept = isSure || !isPlaceholder(minimal[name]);
    return isKept && jsonBytes(value ?? null) <= MOST_REPEATED;
  });
  return { ...minimal, ...Object.fromEntries(right) };
}

/** As much of a schema as is needed here. */
interface Field {
  safeParse(value: unknown): { readonly success: boolean };
}

/** What was right, or means something right in another form; and the names of the rest. */
function mendedIn(shape: Readonly<Record<string, unknown>>, given: JsonObject) {
  const mended: Record<string, Json> = {};
  const lost: string[] = [];
  for (const [said, value] of Object.entries(given)) {
    const name = Object.hasOwn(shape, said) ? said : sameName(said, Object.keys(shape));
    const isRight = (form: Json) => (shape[name ?? ''] as Field).safeParse(form).success;
    const form = name === undefined ? undefined : formsOf(value ?? null).find(isRight);
    if (name !== undefined && form !== undefined && !isPlaceholder(form)) mended[name] ??= form;
    else lost.push(said);
  }
  return { mended, lost };
}

/** Spelt like another server would. */
function sameName(said: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
  return known.find((name) => plain(name) === plain(said));
}

/** As it was said, as the JSON that it may be written in, as the only item of a list, as a slug. */
function formsOf(value: Json): readonly Json[] {
  if (typeof value !== 'string') return [value];
  const slug = slugOf(value);
  return [value, ...jsonIn(value), [value], ...(slug === undefined ? [] : [slug])];
}

function jsonIn(text: string): readonly Json[] {
  try {
    return [JSON.parse(text) as Json];
  } catch {
    return [];
  }
}
