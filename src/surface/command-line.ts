/** A call as one line that can be copied and run: `tool key=value key=value`. */

import type { Json, JsonObject } from '../kernel/json.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { escapeDirectionMarks } from '../kernel/text.ts';

const BARE = /^[A-Za-z0-9_./:@+-]+$/;

export function commandLine(suggestion: Suggestion): string {
  return [suggestion.target, ...wordsOf(suggestion.params)].join(' ');
}

function wordsOf(params: JsonObject): string[] {
  return Object.keys(params)
    .sort()
    .flatMap((name) => {
      const value = params[name];
      return value === undefined || value === null ? [] : [`${name}=${wordOf(value)}`];
    });
}

function wordOf(value: Json): string {
  return typeof value === 'string' && isBare(value) ? value : quoted(value);
}

/** Text that reads as a number or a flag is quoted. */
function isBare(text: string): boolean {
  return BARE.test(text) && Number.isNaN(Number(text)) && !/^(true|false|null)$/i.test(text);
}

/** JSON does not escape two line breaks of Unicode; within a line they would end it. */
function quoted(value: Json): string {
  const json = JSON.stringify(value);
  return escapeDirectionMarks(json).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
