/** Properties by path: how a value deep inside is named, and how any JSON value is compared. */

import { fingerprint } from '../../kernel/fingerprint.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

/** Longer values are compared by fingerprint: an index bounds what it can hold. */
const LONGEST = 200;
const DEEPEST = 8;

export interface PropertyValue {
  readonly path: string;
  readonly value: string;
}

/** Every value, those inside others too: `{a: {b: 1}}` has `a` and `a.b`. */
export function propertyValues(properties: JsonObject): readonly PropertyValue[] {
  const found = new Map<string, string>();
  const visit = (value: Json, path: string, depth: number): void => {
    // A key with a dot and a value inside another may share a path; the outer one was there first.
    if (!found.has(path)) found.set(path, comparable(value));
    if (!isJsonObject(value) || depth >= DEEPEST) return;
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== undefined) visit(inner, shortPath(`${path}.${name}`), depth + 1);
    }
  };
  const entries = Object.entries(properties);
  for (const [name, value] of entries)
    if (value !== undefined) found.set(shortPath(name), comparable(value));
  for (const [name, value] of entries) if (value !== undefined) visit(value, shortPath(name), 1);
  return [...found].map(([path, value]) => ({ path, value }));
}

export function shortPath(path: string): string {
  return path.length <= LONGEST ? path : `#${fingerprint(path)}`;
}

/** Equal values have equal texts, whatever the order of their keys. */
export function comparable(value: Json): string {
  const text = JSON.stringify(sorted(value));
  return text.length <= LONGEST ? text : `#${fingerprint(text)}`;
}

export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && comparable(a) === comparable(b));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => sorted(each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .flatMap(([name, inner]): [string, Json][] => (inner === undefined ? [] : [[name, inner]]))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
