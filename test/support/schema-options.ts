/** The schemas that a value may fit, of which a JSON schema offers one or several. */

import type { JsonObject } from '../../src/kernel/json.ts';

export function schemaOptions(schema: JsonObject): readonly JsonObject[] {
  const options = (schema.anyOf ?? schema.oneOf) as readonly JsonObject[] | undefined;
  return options ? options.flatMap(schemaOptions) : [schema];
}
