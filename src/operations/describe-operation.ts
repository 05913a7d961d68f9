/** An operation in words: for `help`, the reference pages and the listing alike. */

import * as z from 'zod';
import type { Json, JsonObject } from '../kernel/json.ts';
import type { Operation } from './define-operation.ts';

const schemas = new WeakMap<Operation, JsonObject>();

/** The JSON schema that clients get: made once, since listing it is the first thing each asks. */
export function inputSchema(operation: Operation): JsonObject {
  const known = schemas.get(operation);
  if (known) return known;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(operation.schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  });
  schemas.set(operation, schema as JsonObject);
  return schema as JsonObject;
}

/** What says nothing costs all the same. */
function dropNoise(schema: Record<string, unknown>): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  const names = schema.propertyNames as Record<string, unknown> | undefined;
  if (names?.type === 'string') delete schema.propertyNames;
}

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export function argumentsOf(operation: Operation): readonly Argument[] {
  const schema = inputSchema(operation);
  const required = (schema.required ?? []) as readonly string[];
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeName(property),
    required: required.includes(name),
    description: [
      property.description as string | undefined,
      property.default === undefined ? undefined : `default ${JSON.stringify(property.default)}`,
      property.maximum === undefined ? undefined : `${property.minimum}..${property.maximum}`,
    ]
      .filter((part) => part !== undefined)
      .join('; '),
  }));
}

function typeName(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => String(value)).join('|');
  if (Array.isArray(schema.anyOf)) {
    return [...new Set(schema.anyOf.map((each: Json) => typeName(each as JsonObject)))].join('|');
  }
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** The refusals every call of this shape can meet, before the tool's own. */
export function sharedRefusals(operation: Operation): readonly string[] {
  if (operation.effect === 'pure') return ['INVALID_INPUT'];
  return operation.effect === 'read' && operation.workspace === 'existing'
    ? ['INVALID_INPUT', 'UNKNOWN_WORKSPACE']
    : ['INVALID_INPUT'];
}

export function refusalsOf(operation: Operation): readonly string[] {
  return [...new Set([...sharedRefusals(operation), ...Object.keys(operation.refusals)])].sort();
}
