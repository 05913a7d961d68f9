/** The summary and the properties of a node as callers give them, and as they are stored. */

import { excerpt } from '../../kernel/excerpt.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isOneLine, withoutDirectionMarks } from '../../kernel/text.ts';

/** Has the whole text of a summary that was too long for one. */
export const DESCRIPTION = 'description';

/** A summary cut out of a longer line, in bytes. */
const CUT_BYTES = 300;

export interface GivenFields {
  readonly summary?: string | undefined;
  readonly properties?: JsonObject | undefined;
}

export interface StoredFields {
  readonly summary?: string;
  readonly properties?: JsonObject;
  /** Whether the summary is only the beginning of a longer text. */
  readonly isLong: boolean;
  /** A priority that is no number, which counts as 0. */
  readonly unranked: Json | undefined;
}

export function storedFields({ summary, properties }: GivenFields): StoredFields {
  const text = summary?.trim();
  const isLong = text !== undefined && !isSummary(text);
  const given = isLong ? { ...properties, [DESCRIPTION]: text } : properties;
  const stored = given && numbered(given);
  const priority = stored?.priority ?? null;
  return {
    ...(text === undefined ? {} : { summary: isLong ? beginningOf(text) : text }),
    ...(stored === undefined ? {} : { properties: stored }),
    isLong,
    unranked: priority === null || typeof priority === 'number' ? undefined : priority,
  };
}

function isSummary(text: string): boolean {
  return text.length <= LIMITS.title && isOneLine(text);
}

/** The first line with words, without control characters. */
export function beginningOf(text: string): string {
  const lines = text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => withoutDirectionMarks(line.replace(/\p{Cc}/gu, ' ')).trim());
  const first = lines.find((line) => line !== '') ?? '';
  return isSummary(first) ? first : excerpt(first, CUT_BYTES);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A priority that is a number in quotes becomes that number. */
export function numbered(properties: JsonObject): JsonObject {
  const { priority } = properties;
  if (typeof priority !== 'string' || !NUMBER.test(priority.trim())) return properties;
  const number = Number(priority);
  return Number.isFinite(number) ? { ...properties, priority: number } : properties;
}
