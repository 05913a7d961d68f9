/** The names that an object inside the arguments may have, read from the schema of the tool. */

import type * as z from 'zod';

/** The parts of a schema that lead further in; a schema has those of its own kind. */
interface Inside {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  /** Of a transformation: what is sent. */
  readonly in?: z.ZodType;
}

export function namesAt(
  fields: Readonly<Record<string, z.ZodType>>,
  [first, ...rest]: readonly PropertyKey[],
): readonly string[] {
  if (first === undefined) return Object.keys(fields);
  const field = fields[String(first)];
  return field === undefined ? [] : [...new Set(namesIn(field, rest))];
}

function namesIn(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inside = schema.def as Inside;
  const same = [...(inside.options ?? []), inside.innerType, inside.in];
  const within = same.flatMap((each) => (each ? namesIn(each, path) : []));
  const [step, ...rest] = path;
  if (step === undefined) return [...Object.keys(inside.shape ?? {}), ...within];
  const next = inside.shape?.[String(step)] ?? inside.element ?? inside.valueType;
  return [...(next ? namesIn(next, rest) : []), ...within];
}
