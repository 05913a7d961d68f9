/** The schema and arguments of an operation, for `help`, the reference pages and the listing. */

import * as z from 'zod';
import { ledgerCode } from '../../domain/thoughts/ledger-codes.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Operation } from './define-operation.ts';
import { wordsForProperty } from './property-words.ts';

interface Schemas {
  /** With every argument, as help and the reference show it. */
  readonly whole: JsonObject;
  /** As clients get it, in fewer tokens; by what the listing asks for. */
  readonly listed: Map<string, JsonObject>;
}

export interface SchemaRequest {
  /** A server with a default workspace does not list the argument. */
  readonly workspaceIsKnown?: boolean | undefined;
  /** Also lists the arguments that are rarely needed. */
  readonly rarelyNeeded?: boolean | undefined;
}

const schemas = new WeakMap<Operation, Schemas>();

/** Computed once per operation: every client asks for the listing first. */
function schemasOf(operation: Operation): Schemas {
  const known = schemas.get(operation);
  if (known) return known;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(operation.schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropNoise(jsonSchema as Record<string, unknown>),
  });
  const whole = schema as JsonObject;
  const computed = { whole, listed: new Map() };
  schemas.set(operation, computed);
  return computed;
}

/**
 * It stays open: every tool takes arguments that are not listed, and a client must not refuse them.
 * What no tool knows is refused by name.
 */
function listedSchema(
  tool: string,
  { $defs: _anyJson, additionalProperties: _closed, ...whole }: JsonObject,
  { workspaceIsKnown = false, rarelyNeeded = false }: SchemaRequest,
): JsonObject {
  const properties = Object.entries((whole.properties ?? {}) as Record<string, JsonObject>);
  const listed = {
    ...whole,
    properties: Object.fromEntries(
      properties.flatMap(([name, property]) => {
        const isImplied = workspaceIsKnown && name === 'workspace';
        const isHidden = property.unlisted === 'daily' ? !rarelyNeeded : 'unlisted' in property;
        if (isHidden || isImplied) return [];
        // Nearly every tool has these arguments, so the small sets leave out their descriptions.
        if (name === 'workspace') return [[name, { type: 'string' }]];
        if (name === 'max_chars') return [[name, { type: 'integer' }]];
        return [[name, withoutReferences(listedProperty(property)) as JsonObject]];
      }),
    ),
  };
  return rarelyNeeded ? described(listed, tool, '') : listed;
}

/** With words for every argument, at any depth. */
function described(schema: JsonObject, tool: string, path: string): JsonObject {
  const { properties, items, anyOf } = schema as {
    readonly properties?: Record<string, JsonObject>;
    readonly items?: JsonObject;
    readonly anyOf?: readonly JsonObject[];
  };
  return {
    ...schema,
    ...(anyOf ? { anyOf: anyOf.map((each) => described(each, tool, path)) } : {}),
    ...(items ? { items: described(items, tool, `${path}[]`) } : {}),
    ...(properties ? { properties: describedAll(properties, tool, path) } : {}),
  };
}

function describedAll(
  properties: Readonly<Record<string, JsonObject>>,
  tool: string,
  path: string,
): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const description = property.description ?? wordsForProperty(tool, place);
      const inner = described(property, tool, place);
      return [name, description === undefined ? inner : { ...inner, description }];
    }),
  );
}

/** Bounds that hardly any call exceeds: a call that does is refused with the bound. */
const UNLISTED_BOUNDS = ['maxLength', 'maxItems', 'minimum', 'maximum'];

/** Schemas refer only to the definition of any JSON value, which carries no information. */
function withoutReferences(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each: Json) => withoutReferences(each));
  if (!isJsonObject(schema)) return schema;
  if ('$ref' in schema) return {};
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, Json][] => {
      if (value === undefined || (UNLISTED_BOUNDS.includes(name) && typeof value === 'number'))
        return [];
      const inner = withoutReferences(value);
      const isIdle = name === 'additionalProperties' && JSON.stringify(inner) === '{}';
      return isIdle ? [] : [[name, inner]];
    }),
  );
}

/** Computed once for each kind of listing. */
export function inputSchema(operation: Operation, request: SchemaRequest = {}): JsonObject {
  const { whole, listed } = schemasOf(operation);
  const kind = `${request.workspaceIsKnown === true} ${request.rarelyNeeded === true}`;
  const known = listed.get(kind) ?? listedSchema(operation.name, whole, request);
  listed.set(kind, known);
  return known;
}

export function wholeSchema(operation: Operation): JsonObject {
  return schemasOf(operation).whole;
}

/** Uses the shorter schema of a field that declares one; help shows the default of each. */
function listedProperty({
  listed_as: short,
  default: _standard,
  unlisted: _where,
  note: _limits,
  ...property
}: JsonObject): JsonObject {
  if (short === undefined) return property;
  const { description } = property;
  return {
    ...(description === undefined ? {} : { description }),
    ...requiredAsIn(property, short as JsonObject),
  };
}

/** A short schema requires what the whole one does, so that no call is refused for lack of it. */
function requiredAsIn(whole: JsonObject, short: JsonObject): JsonObject {
  const inner = objectIn(whole);
  const items = (short.items ?? {}) as JsonObject;
  if (short.type === 'array' && items.type === 'object') {
    return { ...short, items: requiredAsIn((inner.items ?? {}) as JsonObject, items) };
  }
  const listed = short.properties as Record<string, JsonObject> | undefined;
  if (listed === undefined) return short;
  const properties = (inner.properties ?? {}) as Record<string, JsonObject>;
  const own = (short.required ?? []) as readonly string[];
  const asked = (inner.required ?? []) as readonly string[];
  const required = Object.keys(listed).filter((name) => [...own, ...asked].includes(name));
  return {
    ...short,
    properties: Object.fromEntries(
      Object.entries(listed).map(([name, each]) => [
        name,
        requiredAsIn(properties[name] ?? {}, each),
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The one alternative that has fields or items, or the schema itself. */
function objectIn(schema: JsonObject): JsonObject {
  const choices = (schema.anyOf ?? []) as readonly JsonObject[];
  return choices.find(({ properties, items }) => properties ?? items) ?? schema;
}

/** Removes keywords that carry no information but cost tokens. */
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
      property.note as string | undefined,
      property.default === undefined ? undefined : `default ${JSON.stringify(property.default)}`,
      property.maximum === undefined ? undefined : `${property.minimum}..${property.maximum}`,
    ]
      .filter((part) => part !== undefined)
      .join('; '),
  }));
}

/** A type with more characters names its outer parts only. */
const TYPE_CHARS = 250;

function typeName(schema: JsonObject): string {
  const depths = [3, 2, 1, 0];
  const names = depths.map((depth) => typeAt(schema, depth));
  return names.find((name) => name.length <= TYPE_CHARS) ?? names.at(-1) ?? '';
}

/** Nested objects show their fields, as deep as `depth` says. */
function typeAt(schema: JsonObject, depth: number): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => String(value)).join('|');
  if (schema.const !== undefined) return String(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    return [...new Set(choices.map((each: Json) => typeAt(each as JsonObject, depth)))].join('|');
  }
  if (schema.type === 'array' && isJsonObject(schema.items ?? null)) {
    const items = typeAt(schema.items as JsonObject, depth);
    return /[|{]/.test(items) ? `[${items}]` : `${items}[]`;
  }
  if (isJsonObject(schema.properties ?? null) && depth > 0) return fieldsAt(schema, depth);
  return typeof schema.type === 'string' ? schema.type : 'any';
}

/** Text is the usual type, so it is not named; nor is a type that cannot be. */
function fieldsAt({ properties, required }: JsonObject, depth: number): string {
  const needed = (required ?? []) as readonly string[];
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  const shown = fields.map(([name, field]) => {
    const type = typeAt(field, depth - 1);
    return `${name}${needed.includes(name) ? '' : '?'}${['string', 'any'].includes(type) ? '' : `: ${type}`}`;
  });
  return `{${shown.join(', ')}}`;
}

/** The refusals that a call of any tool can get; the reference lists them once for all tools. */
export const REFUSALS_OF_ALL: readonly RefusalCode[] = [
  'FORBIDDEN',
  'OUTCOME_UNKNOWN',
  'STORE_UNAVAILABLE',
];

export function mayMeet({ refusals }: Operation, code: RefusalCode): boolean {
  return refusals.includes(code) || REFUSALS_OF_ALL.includes(code);
}

/** The plain families spell codes in lower case, and have their own code for bad input. */
export function plainCode(code: RefusalCode): string {
  return code === 'INVALID_INPUT' ? 'validation_error' : code.toLowerCase();
}

/** The codes as they are answered: the ledger has other names for some, plain tools spell theirs. */
export function shownRefusals({ refusals, toolset, plain }: Operation): readonly string[] {
  if (toolset !== 'thoughtbox') {
    // If the arguments decide on the form, both are answered.
    const own = plain === true ? [] : refusals;
    return plain === false ? own : [...own, ...refusals.map(plainCode)];
  }
  const always: readonly RefusalCode[] = ['STORE_UNAVAILABLE'];
  return [...new Set([...refusals, ...always].map(ledgerCode)), 'INTERNAL_ERROR'].sort();
}
