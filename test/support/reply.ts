/** Reads a refusal as its caller does: the code, the lines, and the suggested calls. */

import type { JsonObject } from '../../src/kernel/json.ts';
import { isRefusal } from '../../src/kernel/refusal.ts';
import type { Suggestion } from '../../src/kernel/suggestion.ts';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import { parseInput } from '../../src/surface/parse-input.ts';
import { filled } from './filled.ts';

/** The codes for bad input in the families that have codes of their own. */
const BAD_INPUT = ['validation_error', 'INVALID_PAYLOAD'];

/** The code in a text of any style, or '' if there is none. */
export function codeIn(text: string): string {
  const line = /^ERROR: ([A-Z_]+) /.exec(text);
  if (line?.[1] !== undefined) return line[1];
  try {
    const view = JSON.parse(text) as JsonObject;
    const error = view.error as JsonObject | string | undefined;
    if (typeof error === 'object') return String(error.code ?? '');
    const code = String(view.code ?? '');
    return BAD_INPUT.includes(code) ? 'INVALID_INPUT' : code.toUpperCase();
  } catch {
    return '';
  }
}

/** In the line style, each line after the error is a command, and nothing else. */
export function faultyLines(text: string): string[] {
  if (!text.startsWith('ERROR: ')) return [];
  const [, ...commands] = text.split(/[\r\n\u2028\u2029]/);
  const known = CATALOGUE.map((operation) => operation.name);
  return commands.filter((command) => !known.includes(command.split(' ', 1)[0] ?? ''));
}

/** Half of a surrogate pair, raw or as an escape, is text that many clients cannot even print. */
export function isWellFormedReply(text: string): boolean {
  return text.isWellFormed() && stringsIn(text).every((each) => each.isWellFormed());
}

function stringsIn(text: string): string[] {
  const strings: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      strings.push(name, ...(typeof value === 'string' ? [value] : []));
    });
  } catch {
    // Lines are no JSON; they have been looked at as they are.
  }
  return strings;
}

/** A suggestion must be a call that parses as it is. */
export function faultySuggestions(suggestions: readonly Suggestion[]): string[] {
  return suggestions.flatMap((suggestion) => {
    const operation = CATALOGUE.find((each) => each.name === suggestion.target);
    if (!operation) return [`suggests ${suggestion.target}, which does not exist`];
    const parsed = parseInput(operation, filled(suggestion.params));
    return isRefusal(parsed) ? [`suggests ${suggestion.target}, but ${parsed.message}`] : [];
  });
}
