/** A call as one line that can be copied and run: `tool key=value key=value`. */

import type { Json, JsonObject } from '../kernel/json.ts';
import type { Suggestion } from '../kernel/suggestion.ts';

const BARE = /^[A-Za-z0-9_./:@+-]+$/;

export function commandLine(suggestion: Suggestion): string {
  const name = suggestion.action === 'call_tool' ? suggestion.target : suggestion.method;
  return [name, ...wordsOf(suggestion.params)].join(' ');
}

function wordsOf(params: JsonObject): string[] {
  return Object.keys(params)
    .sort()
    .flatMap((name) => {
      const value = params[name];
      return value === undefined || value === null ? [] : [`${name}=${wordOf(value)}`];
    });
}

/** A bare word that reads as a number or a flag is quoted where it is text. */
function wordOf(value: Json): string {
  if (typeof value !== 'string' || !BARE.test(value)) return JSON.stringify(value);
  return /^(-?[0-9.]+(e[0-9]+)?|true|false|null)$/i.test(value) ? JSON.stringify(value) : value;
}
