/** Calls with a secret in one of their texts: every text that the schema of a tool allows. */

import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';
import { schemaOptions } from './schema-options.ts';

/** Schemas nest no deeper than this before they repeat. */
const MAX_DEPTH = 4;

/** The arguments with one text replaced, and which text it is. */
export interface Placement {
  readonly field: string;
  readonly args: JsonObject;
}

/** `secret` gives the text for each place: names and tags are one line, texts may be more. */
export function placements(
  schema: JsonObject,
  args: JsonObject,
  secret: (field: string) => string,
): readonly Placement[] {
  return placesIn({ schema, value: args, field: '', depth: 0 }).map(({ field, put }) => ({
    field,
    args: put(secret) as JsonObject,
  }));
}

/** A part of the arguments. */
interface Part {
  readonly schema: JsonObject;
  readonly value: Json | undefined;
  readonly field: string;
  readonly depth: number;
}

/** A place for a text; `put` gives the whole part with the secret in it. */
interface SecretField {
  readonly field: string;
  put(secret: (field: string) => string): Json;
}

function placesIn(part: Part): readonly SecretField[] {
  if (part.depth > MAX_DEPTH) return [];
  return schemaOptions(part.schema).flatMap((schema) => placesByType({ ...part, schema }));
}

function placesByType(part: Part): readonly SecretField[] {
  const { schema, field } = part;
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (schema.type === 'string') return [{ field, put: (secret) => secret(field) }];
  if (schema.type === 'array') return placesInList(part);
  const isObject = schema.type === 'object' || schema.properties !== undefined;
  return isObject ? placesInFields(part) : placesInAnything(part);
}

function placesInList({ schema, value, field, depth }: Part): readonly SecretField[] {
  const [first, ...rest]: readonly Json[] = Array.isArray(value) ? value : [];
  const items = (schema.items ?? {}) as JsonObject;
  const inside = placesIn({ schema: items, value: first, field: `${field}[]`, depth: depth + 1 });
  return inside.map((place) => ({ ...place, put: (secret) => [place.put(secret), ...rest] }));
}

function placesInFields(part: Part): readonly SecretField[] {
  const { schema, field, depth } = part;
  const given = objectIn(part);
  const known = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  if (known.length === 0) return placesInAnything(part);
  return known.flatMap(([name, each]) => {
    const path = field === '' ? name : `${field}.${name}`;
    const inside = placesIn({ schema: each, value: given[name], field: path, depth: depth + 1 });
    return inside.map((place) => ({
      ...place,
      put: (secret: (field: string) => string) => ({ ...given, [name]: place.put(secret) }),
    }));
  });
}

/** Objects of the caller's own: a field, a name, and a text deeper inside. */
function placesInAnything(part: Part): readonly SecretField[] {
  const { value, field } = part;
  if (typeof value === 'string') return [{ field, put: (secret) => secret(field) }];
  const given = objectIn(part);
  return [
    { field: `${field}.note`, put: (secret) => ({ ...given, note: secret(`${field}.note`) }) },
    { field: `${field}.*`, put: (secret) => ({ ...given, [secret('name')]: 'yes' }) },
    {
      field: `${field}.in[]`,
      put: (secret) => ({ ...given, in: [{ deep: secret(`${field}.deep`) }] }),
    },
  ];
}

function objectIn({ value }: Part): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}
