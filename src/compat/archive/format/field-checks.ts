/** Reads values from files of unknown origin, and reports for each wrong one what it should be. */

import { MAX_NUMBER } from '../../../domain/thoughts/thought.ts';
import { isOneLine, isStorable } from '../../../kernel/text.ts';

/** Collects error sentences: up to a limit, and then only their count. */
export interface Findings {
  add(sentence: string): void;
  count(): number;
  list(): readonly string[];
}

const MAX_FINDINGS = 100;

export function findings(): Findings {
  const kept: string[] = [];
  let count = 0;
  return {
    add(sentence) {
      count += 1;
      if (kept.length < MAX_FINDINGS) kept.push(sentence);
    },
    count: () => count,
    list: () => (count > kept.length ? [...kept, `… and ${count - kept.length} more`] : [...kept]),
  };
}

type Verdict<Value> = { readonly value: Value } | { readonly expected: string };

export type Check<Value> = (given: unknown) => Verdict<Value>;

export type Values<Checks> = {
  readonly [Name in keyof Checks]: Checks[Name] extends Check<infer Value> ? Value : never;
};

/** Reads the known fields and ignores others. Undefined if any of them is wrong. */
export function readFields<Checks extends Readonly<Record<string, Check<unknown>>>>(
  given: unknown,
  checks: Checks,
  where: string,
  found: Findings,
): Values<Checks> | undefined {
  if (!isObject(given)) {
    found.add(`${where} should be an object`);
    return undefined;
  }
  const values: [string, unknown][] = [];
  let isGood = true;
  for (const [name, check] of Object.entries(checks)) {
    const verdict = check(Object.hasOwn(given, name) ? given[name] : undefined);
    if ('value' in verdict) values.push([name, verdict.value]);
    else {
      found.add(`${where}: ${name} should be ${verdict.expected}`);
      isGood = false;
    }
  }
  return isGood ? (Object.fromEntries(values) as Values<Checks>) : undefined;
}

export function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Undefined if the text is not JSON, which is reported. */
export function parseJson(text: string, where: string, found: Findings): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message is not used: it quotes the text, and errors go to logs.
    found.add(`${where} is not JSON`);
    return undefined;
  }
}

function check<Value>(expected: string, read: (given: unknown) => Value | undefined): Check<Value> {
  return (given) => {
    const value = read(given);
    return value === undefined ? { expected } : { value };
  };
}

/** Null counts as omitted. */
export function optional<Value>(inner: Check<Value>): Check<Value | undefined> {
  return (given) => (given === undefined || given === null ? { value: undefined } : inner(given));
}

export function listOf<Value>(inner: Check<Value>): Check<readonly Value[]> {
  return (given) => {
    if (!Array.isArray(given)) return { expected: 'a list' };
    const verdicts = given.map(inner);
    const wrong = verdicts.find((verdict) => 'expected' in verdict);
    if (wrong && 'expected' in wrong) return { expected: `a list, each ${wrong.expected}` };
    return { value: verdicts.flatMap((verdict) => ('value' in verdict ? [verdict.value] : [])) };
  };
}

export const flag = check('true or false', (given) =>
  typeof given === 'boolean' ? given : undefined,
);

export const counting = check(`a whole number from 1 to ${MAX_NUMBER}`, (given) => {
  const number = Number.isInteger(given) ? (given as number) : 0;
  return number >= 1 && number <= MAX_NUMBER ? number : undefined;
});

export const anyText = check('a text', (given) => (typeof given === 'string' ? given : undefined));

export const anyObject = check('an object', (given) => (isObject(given) ? given : undefined));

export function textUpTo(most: number): Check<string> {
  return check(`a text of at most ${most} characters`, (given) =>
    typeof given === 'string' && given.length <= most ? given : undefined,
  );
}

/** A text that the store accepts: no NUL and no half of a character. */
export function storableUpTo(most: number): Check<string> {
  return check(`a text of at most ${most} characters, without NUL or half characters`, (given) =>
    typeof given === 'string' && given.length <= most && isStorable(given) ? given : undefined,
  );
}

export function saidUpTo(most: number): Check<string> {
  return check(`a text of 1 to ${most} characters, without NUL or half characters`, (given) =>
    typeof given === 'string' && given.length <= most && given.trim() !== '' && isStorable(given)
      ? given
      : undefined,
  );
}

export function lineUpTo(most: number): Check<string> {
  return check(`one line of 1 to ${most} characters`, (given) =>
    typeof given === 'string' &&
    given.length <= most &&
    given.trim() !== '' &&
    isStorable(given) &&
    isOneLine(given)
      ? given
      : undefined,
  );
}

export function matching(pattern: RegExp, expected: string): Check<string> {
  return check(expected, (given) =>
    typeof given === 'string' && pattern.test(given) ? given : undefined,
  );
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** A time in milliseconds, of a day that exists in the calendar. */
export const moment = check('a date and time of ISO 8601 from 1970 on', (given) => {
  if (typeof given !== 'string' || !ISO.test(given)) return undefined;
  const day = given.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Date.parse reads some invalid days, such as February 30th, as days of the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const ms = Date.parse(given);
  return ms >= 0 && ms < Date.UTC(10_000, 0) ? ms : undefined;
});
