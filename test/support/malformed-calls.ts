/**
 * Calls that are certainly wrong: a valid example with exactly one fault put into it.
 *
 * Each fault follows from the tool's JSON schema or from a named limit, never from the parser under
 * test. So it is known before the call that it must be refused.
 */

import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { LIMITS } from '../../src/kernel/limits.ts';
import type { Operation } from '../../src/operations/declaration/define-operation.ts';
import { wholeSchema } from '../../src/operations/declaration/describe-operation.ts';
import type { Example } from '../../src/operations/declaration/examples.ts';
import { examplesFor } from './examples.ts';
import { schemaOptions } from './schema-options.ts';

export interface MalformedCall {
  readonly tool: string;
  /** What is wrong with it, for the reader of a failure. */
  readonly fault: string;
  readonly args: unknown;
}

type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

interface Argument {
  readonly name: string;
  readonly kinds: ReadonlySet<Kind>;
  readonly schema: JsonObject;
}

/** Arguments that are names: one line each, in every tool. */
const NAMES = new Set([
  'workspace',
  'branch',
  'doc',
  'from',
  'to',
  'ref',
  'name',
  'title',
  'format',
  'target',
]);

/** Built once: a thousand copies would only cost time. */
const LONG_TEXT = 'x'.repeat(LIMITS.text + 1);
const LONG_MULTIBYTE = '🧭'.repeat(LIMITS.text / 2 + 1);
const OVERSIZED = 'y'.repeat(LIMITS.callBytes + 1);
const MANY_VALUES: readonly number[] = Array.from({ length: LIMITS.values + 1 }, (_, n) => n);
const MANY_NAMES: JsonObject = Object.fromEntries(
  Array.from({ length: 2_000 }, (_, n) => [`no_such_argument_${n}`, n]),
);

const LONE_SURROGATES = ['\ud800', '\udfff', '\udbff', '\udc00'];
const UNSTORABLE = ['\u0000', ...LONE_SURROGATES];

/** One of each kind of JSON value. */
const SAMPLES: Readonly<Record<Kind, readonly Json[]>> = {
  string: ['', 'text', '5', 'true'],
  number: [0, 7, -1, 0.5],
  boolean: [true, false],
  null: [null],
  array: [[], [1], ['main'], [[]]],
  object: [{}, { a: 1 }, { length: 3 }, { toString: 'x' }],
};

function kindsOf(schema: JsonObject): Set<Kind> {
  const declared = schemaOptions(schema).flatMap(({ type }) =>
    Array.isArray(type) ? type : [type],
  );
  return new Set(declared.map((type) => (type === 'integer' ? 'number' : type) as Kind));
}

/** What the tool declares, without the arguments that accept any value. */
function argumentsOf(operation: Operation): Argument[] {
  const properties = wholeSchema(operation).properties as Readonly<Record<string, JsonObject>>;
  // Null is what was left out, and no fault where an argument may be left out.
  const also = (name: string): readonly Kind[] =>
    operation.fields[name]?.safeParse(undefined).success ? ['null'] : [];
  return Object.entries(properties)
    .map(([name, schema]) => {
      return { name, schema, kinds: new Set([...kindsOf(schema), ...also(name)]) };
    })
    .filter(({ kinds }) => [...kinds].every((kind) => kind in SAMPLES));
}

/** The part of an argument's schema that is about numbers. */
function numberSchema({ schema }: Argument): JsonObject | undefined {
  return schemaOptions(schema).find(({ type }) => type === 'integer' || type === 'number');
}

function wrongNumbers(schema: JsonObject): number[] {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  return [
    ...(schema.type === 'integer' ? [0.5, 1.25, 1e308, -1e308, 2 ** 60, 5e-324] : []),
    ...(minimum === undefined ? [] : [minimum - 1, minimum - 1e9, -1e308]),
    ...(maximum === undefined ? [] : [maximum + 1, maximum * 1000, 1e308]),
  ];
}

function nested(depth: number, shape: 'array' | 'object' | 'mixed'): Json {
  let value: Json = 'deep';
  for (let level = 0; level < depth; level++) {
    value = shape === 'array' || (shape === 'mixed' && level % 2 === 0) ? [value] : { a: value };
  }
  return value;
}

const FAR_TOO_DEEP = [nested(20_000, 'array'), nested(20_000, 'object')];

/** Puts a character where it cannot be mistaken for white space at an end. */
function inside(text: string, character: string): string {
  const middle = Math.max(1, Math.floor(text.length / 2));
  return `${text.slice(0, middle)}${character}${text.slice(middle)}-`;
}

const printable = fc.string({ minLength: 1, maxLength: 12 });
const wideName = fc
  .integer({ min: 30, max: 200 })
  // An odd start makes every later cut at a fixed place fall into a surrogate pair half the time.
  .map((length) => `${'a'.repeat(length % 2)}${'🧭'.repeat(length)}`);
const control = fc
  .oneof(
    fc.integer({ min: 0x01, max: 0x1f }),
    fc.integer({ min: 0x7f, max: 0x9f }),
    fc.constantFrom(0x2028, 0x2029),
  )
  .map((code) => String.fromCharCode(code));

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', ''];

type Fault = (base: JsonObject) => fc.Arbitrary<Omit<MalformedCall, 'tool'>>;

function one<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

/** A fault that sets one argument to something wrong. */
function setting(
  fault: string,
  choices: readonly Argument[],
  wrong: (argument: Argument) => fc.Arbitrary<Json>,
): Fault[] {
  if (choices.length === 0) return [];
  return [
    (base) =>
      one(choices).chain((argument) =>
        wrong(argument).map((value) => ({
          fault: `${argument.name}: ${fault}`,
          args: { ...base, [argument.name]: value },
        })),
      ),
  ];
}

function wrongTypes(all: readonly Argument[]): Fault[] {
  return setting('wrong type', all, ({ kinds }) =>
    one(
      (Object.keys(SAMPLES) as Kind[])
        .filter((kind) => !kinds.has(kind))
        .flatMap((kind) => SAMPLES[kind]),
    ),
  );
}

function wrongValues(all: readonly Argument[]): Fault[] {
  const strings = all.filter(({ kinds }) => kinds.has('string'));
  const objects = all.filter(({ kinds, name }) => kinds.has('object') && name !== 'target');
  const enums = strings.filter(({ schema }) => Array.isArray(schema.enum));
  const numbers = all.filter((each) => numberSchema(each) !== undefined);
  const names = strings.filter(({ name }) => NAMES.has(name));
  const targets = all.filter(({ name }) => name === 'target');
  const depth = fc.integer({ min: LIMITS.depth + 2, max: LIMITS.depth * 20 });
  const shape = one(['array', 'object', 'mixed'] as const);
  const deep = fc.tuple(depth, shape).map(([levels, form]) => nested(levels, form));
  const text = one(UNSTORABLE).map((character) => inside('main', character));
  return [
    ...setting('a number out of bounds', numbers, (each) =>
      one(wrongNumbers(numberSchema(each) ?? {})),
    ),
    ...setting('not one of the choices', enums, () => printable.map((word) => `not ${word}`)),
    ...setting('text that cannot be stored', strings, () => text),
    ...setting('a control character in a name', names, () =>
      control.map((character) => inside('main', character)),
    ),
    ...setting('nested too deep', all, () => deep),
    ...setting('nested too deep inside', objects, () => deep.map((value) => ({ value }))),
    ...setting('text inside that cannot be stored', objects, () =>
      text.map((value) => ({ list: [{ value }] })),
    ),
    ...setting('a fault under a long name', objects, () =>
      fc.tuple(wideName, text).map(([name, value]) => ({ [name]: { [name]: value } })),
    ),
    ...setting('a name inside that cannot be stored', objects, () =>
      text.map((value) => ({ [value]: 1 })),
    ),
    ...setting('no target', targets, () =>
      one<Json>([
        {},
        { kind: 'plan' },
        { id: 5 },
        { id: 'TASK-001', kind: 'step' },
        { id: 'TASK-001', more: 1 },
        'TASK-',
        'task-001',
        'TASK-001\n',
      ]),
    ),
  ];
}

/** Expensive faults, chosen rarely. */
function oversized(all: readonly Argument[]): Fault[] {
  const strings = all.filter(({ kinds }) => kinds.has('string'));
  const objects = all.filter(({ kinds, name }) => kinds.has('object') && name !== 'target');
  return [
    ...setting('too long', strings, () => one([LONG_TEXT, LONG_MULTIBYTE, OVERSIZED])),
    ...setting('too many values', all, () => one([MANY_VALUES])),
    ...setting('too many values inside', objects, () => one([{ list: MANY_VALUES }])),
    ...setting('too many bytes inside', objects, () => one([{ text: OVERSIZED }])),
    ...setting('far too deep', all, () => one(FAR_TOO_DEEP)),
    (base) => fc.constant({ fault: 'many unknown arguments', args: { ...base, ...MANY_NAMES } }),
  ];
}

function missing(operation: Operation): Fault[] {
  const required = (wholeSchema(operation).required ?? []) as readonly string[];
  if (required.length === 0) return [];
  return [
    (base) =>
      one(required).map((name) => {
        const { [name]: _left, ...args } = base;
        return { fault: `${name}: missing`, args };
      }),
  ];
}

function unknownNames(operation: Operation): Fault[] {
  const known = Object.keys(operation.fields);
  const near = known.flatMap((name) => [
    `${name}s`,
    name.toUpperCase(),
    ` ${name}`,
    `${name}\u0000`,
  ]);
  const name = fc
    .oneof(printable, wideName, one([...inherited, ...near]))
    .filter((each) => !known.includes(each));
  return [
    (base) =>
      fc.tuple(name, fc.jsonValue({ maxDepth: 2 })).map(([unknown, value]) => ({
        fault: `unknown argument ${JSON.stringify(unknown)}`,
        // A computed name makes `__proto__` a property of its own, as JSON.parse does.
        args: { ...base, [unknown]: value as Json },
      })),
  ];
}

/** Null is not among them: some clients send it for "no arguments", and it is accepted as that. */
function noObjects(): Fault[] {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 5 }),
    one<Json>([MANY_VALUES, LONG_TEXT, nested(500, 'array'), '\ud800']),
  );
  return [() => value.map((args) => ({ fault: 'the arguments are no object', args }))];
}

/** The valid calls that faults are put into. */
export function validArguments(
  operation: Operation,
  examples: readonly Pick<Example, 'args'>[] = examplesFor(operation).examples,
): JsonObject[] {
  return examples.flatMap(({ args }) => {
    const { workspace: _named, ...own } = args;
    // Without a workspace the call means the server's own, which is another way through.
    return [args, own];
  });
}

export function malformedCalls(
  operation: Operation,
  examples?: readonly Pick<Example, 'args'>[],
): fc.Arbitrary<MalformedCall> {
  const all = argumentsOf(operation);
  const light = [
    ...wrongTypes(all),
    ...wrongValues(all),
    ...missing(operation),
    ...unknownNames(operation),
    ...noObjects(),
  ];
  const drawn = fc.oneof(
    { weight: 40, arbitrary: one(light) },
    { weight: 1, arbitrary: one(oversized(all)) },
  );
  return fc
    .tuple(drawn, one(validArguments(operation, examples)))
    .chain(([fault, base]) => fault(base))
    .map((call) => ({ tool: operation.name, ...call }));
}
