/** The form in which a noun declares the versions of its events. */

import type { JsonObject } from './json.ts';

/**
 * Turns the payload of one version into that of the next. Pure, since a journal is read many times.
 */
export type Upcast = (payload: JsonObject) => JsonObject;

/** For each type, one upcaster per earlier version, oldest first. A type in version 1 has none. */
export type EventVersions<Type extends string> = { readonly [Each in Type]: readonly Upcast[] };

/** The versions of types that all have the same upcasters. */
export function versionsOf<Type extends string>(
  types: readonly Type[],
  upcasters: readonly Upcast[],
): EventVersions<Type> {
  return Object.fromEntries(types.map((type) => [type, upcasters])) as EventVersions<Type>;
}
