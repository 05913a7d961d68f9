/** Substrings in SQL, where every character means itself. */

import { type RawBuilder, sql as raw } from 'kysely';

/** As a pattern for `like … escape '!'`. */
export function literalPattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

export function contains(column: string, text: string): RawBuilder<boolean> {
  return raw<boolean>`${raw.ref(column)} like ${literalPattern(text)} escape '!'`;
}
