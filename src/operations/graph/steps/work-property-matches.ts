/** A filter on properties of work, in the form that the store compares. */

import { comparable, shortPath } from '../../../domain/work/property-paths.ts';
import type { Json } from '../../../kernel/json.ts';
import { sha256 } from '../../../sha256.ts';
import type { PropertyMatch } from '../../../store/port.ts';

/** Every name is a path: `a.b` is `b` inside `a`, or a property of that very name. */
export function propertyMatches(
  wanted: Readonly<Record<string, unknown>> | undefined,
): readonly PropertyMatch[] {
  return Object.entries(wanted ?? {}).map(([path, value]) => ({
    path: shortPath(path, sha256),
    value: comparable(value as Json, sha256),
    orAbsent: value === null,
  }));
}
