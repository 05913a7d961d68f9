/** An operation in words: for `help`, the reference pages and the listing alike. */

import * as z from 'zod';
import { ledgerCode } from '../../domain/thoughts/ledger-codes.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Operation } from './define-operation.ts';

interface Schemas {
  /** With every argument, as help and the reference tell it. */
  readonly whole: JsonObject;
  /** As clients get it: they pay for it with each listing. */
  readonly listed: JsonObject;
  /** The same for a server that has a workspace of its own. */
  readonly implied: JsonObject;
}

const schemas = new WeakMap<Operation, Schemas>();

/** Made once: the listing is the first thing each client asks for. */
function schemasOf(operation: Operation): Schemas {
  const known = schemas.get(operation);
  if (known) return known;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(operation.schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  });
  const whole = operation.router ? openEnded(schema as JsonObject) : (schema as JsonObject);
  const made = { whole, listed: listedSchema(whole, false), implied: listedSchema(whole, true) };
  schemas.set(operation, made);
  return made;
}

/** What else a router's calls take is for the one they go to: it checks them, and help tells. */
function openEnded({ additionalProperties: _closed, ...schema }: JsonObject): JsonObject {
  return schema;
}

function listedSchema(
  { $defs: _anyJson, ...whole }: JsonObject,
  workspaceIsKnown: boolean,
): JsonObject {
  const properties = Object.entries((whole.properties ?? {}) as Record<string, JsonObject>);
  return {
    ...whole,
    properties: Object.fromEntries(
      properties.flatMap(([name, property]) => {
        const goesWithoutSaying = workspaceIsKnown && name === 'workspace';
        if (property.unlisted === true || goesWithoutSaying) return [];
        // Where it must be named, every tool has it, and none says more than its name.
        if (name === 'workspace') return [[name, { type: 'string' }]];
        return [[name, withoutReferences(listedProperty(property)) as JsonObject]];
      }),
    ),
  };
}

/** Bounds that nobody meets by chance; whoever does is told. */
const UNTOLD = ['maxLength', 'maxItems'];

/** The only definitions that schemas refer to are of any JSON value, and that says nothing. */
function withoutReferences(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each: Json) => withoutReferences(each));
  if (!isJsonObject(schema)) return schema;
  if ('$ref' in schema) return {};
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
      if (value === undefined || (UNTOLD.includes(name) && typeof value === 'number')) return [];
      const inner = withoutReferences(value);
      const isIdle = name === 'additionalProperties' && JSON.stringify(inner) === '{}';
      return isIdle ? [] : [[name, inner]];
    }),
  );
}

/** `workspaceIsKnown`: a server with a workspace of its own need not have it named. */
export function inputSchema(operation: Operation, workspaceIsKnown = false): JsonObject {
  const { listed, implied } = schemasOf(operation);
  return workspaceIsKnown ? implied : listed;
}

export function wholeSchema(operation: Operation): JsonObject {
  return schemasOf(operation).whole;
}

/** A shorter way to say it, where a field brings one. */
function listedProperty({ listed_as: short, ...property }: JsonObject): JsonObject {
  if (short === undefined) return property;
  const { description, default: standard } = property;
  return {
    ...(short as JsonObject),
    ...(description === undefined ? {} : { description }),
    ...(standard === undefined ? {} : { default: standard }),
  };
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
  const schema = wholeSchema(operation);
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

/** What any call can meet, whatever its tool: the reference says so once, for all of them. */
export const REFUSALS_OF_ALL: readonly RefusalCode[] = [
  'FORBIDDEN',
  'OUTCOME_UNKNOWN',
  'STORE_UNAVAILABLE',
];

export function mayMeet({ refusals }: Operation, code: RefusalCode): boolean {
  return refusals.includes(code) || REFUSALS_OF_ALL.includes(code);
}

/** By the codes that callers meet: the ledger has names of its own for some. */
export function toldRefusals({ refusals, toolset }: Operation): readonly string[] {
  if (toolset !== 'thoughtbox') return refusals;
  const always: readonly RefusalCode[] = ['STORE_UNAVAILABLE'];
  return [...new Set([...refusals, ...always].map(ledgerCode)), 'INTERNAL_ERROR'].sort();
}
