/** A call as one line that can be copied and run, `tool key=value key=value`, and read again. */

import type { Json, JsonObject } from '../kernel/json.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { escapeUnseen } from '../kernel/text.ts';

const BARE = /^[A-Za-z0-9_./:@+-]+$/;

export function commandLine(suggestion: Suggestion): string {
  return [suggestion.target, ...argumentWords(suggestion.params)].join(' ');
}

function argumentWords(params: JsonObject): string[] {
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

/** JSON does not escape all line breaks of Unicode; within a line they would end it. */
function quoted(value: Json): string {
  return escapeUnseen(JSON.stringify(value));
}

/** A word of a shell stays one word without quotes if it has only these characters. */
const PLAIN_WORD = /^[A-Za-z0-9_./:@+=,-]+$/;

/** The same call for a person at a shell. */
export function shellLine({ target, params }: Suggestion): string {
  return ['waymark call', ...[target, ...argumentWords(params)].map(shellWord)].join(' ');
}

export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The words of a line; within JSON a space separates nothing. */
export function wordsIn(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (isText && char === '\\') {
      word += char + line.charAt(++at);
      continue;
    }
    if (char === '"') isText = !isText;
    else if (!isText && '{['.includes(char)) depth += 1;
    else if (!isText && '}]'.includes(char)) depth -= 1;
    if (depth <= 0 && !isText && /\s/.test(char)) {
      if (word !== '') words.push(word);
      word = '';
    } else word += char;
  }
  return word === '' ? words : [...words, word];
}

/** One word of a command: its value as it was written, and as the JSON that it is. */
interface Word {
  readonly name: string;
  readonly written: string;
  readonly value: Json;
}

/** Undefined if the word is not `key=value`. */
export function readWord(word: string): Word | undefined {
  const [, name, written] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || written === undefined) return undefined;
  return { name, written, value: jsonOrText(written) };
}

function jsonOrText(written: string): Json {
  try {
    return JSON.parse(written) as Json;
  } catch {
    return written;
  }
}
