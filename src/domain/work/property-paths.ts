/** Properties by path: names nested values, and compares any JSON values. */

import { type Digest, digestOf } from '../../kernel/digest.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

/** Longer values are compared by digest, since an index limits the length of its entries. */
const LONGEST = 200;
const DEEPEST = 8;

export interface PropertyValue {
  readonly path: string;
  readonly value: string;
}

/** Every value, including nested ones: `{a: {b: 1}}` has `a` and `a.b`. */
export function propertyValues(properties: JsonObject, digest: Digest): readonly PropertyValue[] {
  const found = new Map<string, string>();
  const visit = (value: Json, path: string, depth: number): void => {
    // A key with a dot and a nested value may share a path; the outer value wins.
    if (!found.has(path)) found.set(path, comparable(value, digest));
    if (!isJsonObject(value) || depth >= DEEPEST) return;
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== undefined) visit(inner, shortPath(`${path}.${name}`, digest), depth + 1);
    }
  };
  const entries = Object.entries(properties);
  for (const [name, value] of entries)
    if (value !== undefined) found.set(shortPath(name, digest), comparable(value, digest));
  for (const [name, value] of entries)
    if (value !== undefined) visit(value, shortPath(name, digest), 1);
  return [...found].map(([path, value]) => ({ path, value }));
}

export function shortPath(path: string, digest: Digest): string {
  return path.length <= LONGEST ? path : `#${digestOf(digest, path)}`;
}

/** Equal values have equal texts, in any order of their keys. */
export function comparable(value: Json, digest: Digest): string {
  const text = canonicalJson(value);
  return text.length <= LONGEST ? text : `#${digestOf(digest, text)}`;
}

export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));
}
