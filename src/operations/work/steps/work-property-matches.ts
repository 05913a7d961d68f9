/** A filter on properties of work, in the form that the store compares. */

import { numbered } from '../../../domain/work/given-fields.ts';
import { comparable, shortPath } from '../../../domain/work/property-paths.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { sha256 } from '../../../sha256.ts';
import type { PropertyMatch } from '../../../store/port.ts';

/**
 * A priority in quotes finds the number, as which it would be stored. Every name is a path: `a.b` is `b` inside `a`, or a property of that very
 * name.
 */
export function propertyMatches(
  wanted: Readonly<Record<string, unknown>> | undefined,
): readonly PropertyMatch[] {
  const stored = numbered((wanted ?? {}) as JsonObject);
  return Object.entries(stored).map(([path, value]) => ({
    path: shortPath(path, sha256),
    value: comparable(value as Json, sha256),
    orAbsent: value === null,
  }));
}
