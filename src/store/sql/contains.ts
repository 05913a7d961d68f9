/** Substring conditions in SQL, in which no character is a wildcard. */

import { type RawBuilder, sql as raw } from 'kysely';

/** A pattern for `like … escape '!'`. */
export function literalPattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

export function contains(column: string, text: string): RawBuilder<boolean> {
  return raw<boolean>`${raw.ref(column)} like ${literalPattern(text)} escape '!'`;
}
