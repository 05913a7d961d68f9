/** Substring conditions in SQL, in which no character is a wildcard. */

import { type RawBuilder, sql as raw } from 'kysely';
import { dialectOf } from './connection-dialect.ts';
import type { Sql } from './engine.ts';

/** A pattern for `like … escape '!'`. */
export function literalPattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

export function contains(column: string, text: string): RawBuilder<boolean> {
  return raw<boolean>`${raw.ref(column)} like ${literalPattern(text)} escape '!'`;
}

/**
 * The same in upper and lower case. What an engine takes for the same letter depends on where it
 * runs, so the pattern has both cases of each letter.
 */
export function containsInAnyCase(
  sql: Sql,
  within: RawBuilder<string>,
  text: string,
): RawBuilder<boolean> {
  if (dialectOf(sql).name === 'sqlite') {
    const pattern = `*${[...text].map((char) => anyCase(char, forGlob)).join('')}*`;
    return raw<boolean>`${within} glob ${pattern}`;
  }
  const pattern = [...text].map((char) => anyCase(char, forExpression)).join('');
  return raw<boolean>`${within} ~ ${pattern}`;
}

function forGlob(char: string): string {
  return '*?['.includes(char) ? `[${char}]` : char;
}

function forExpression(char: string): string {
  return /[\\^$.*+?()[\]{}|]/.test(char) ? `\\${char}` : char;
}

/** The only letter with three forms. */
const SIGMA = ['σ', 'ς', 'Σ'];

function anyCase(char: string, literal: (char: string) => string): string {
  const cases = SIGMA.includes(char) ? SIGMA : [char, char.toLowerCase(), char.toUpperCase()];
  const single = [...new Set(cases)].filter((each) => [...each].length === 1);
  return single.length === 1 ? literal(char) : `[${single.join('')}]`;
}
