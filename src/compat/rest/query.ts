/** The address of a request: its path in segments, and its checked parameters. */

import type { ApiAnswer } from '../../observatory/serve-observatory.ts';

/** The numbers that a parameter may have, and the one that is meant without it. */
export interface Range {
  readonly least?: number;
  readonly most: number;
  readonly usual: number;
}

/** Ends a request that cannot be answered; the message is for its author. */
export class BadRequest extends Error {
  readonly answer: ApiAnswer;

  constructor(status: number, code: string, error: string) {
    super(error);
    this.answer = { status, body: { error, code } };
  }
}

export class Query {
  readonly segments: readonly string[];
  readonly #parameters: URLSearchParams;

  constructor(url: string) {
    const [path = '', search = ''] = splitOnce(url, '?');
    this.segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decoded);
    this.#parameters = new URLSearchParams(search);
  }

  text(name: string): string | undefined {
    const text = this.#parameters.get(name);
    return text === null || text === '' ? undefined : text;
  }

  /** A parameter that is given several times, or once with commas. */
  texts(name: string): readonly string[] {
    return this.#parameters
      .getAll(name)
      .flatMap((text) => text.split(','))
      .filter((text) => text !== '');
  }

  number(name: string, { least = 0, most, usual }: Range): number {
    const text = this.text(name);
    if (text === undefined) return usual;
    const number = Number(text);
    if (/^\d{1,15}$/.test(text) && number >= least && number <= most) return number;
    throw new BadRequest(
      400,
      'INVALID_INPUT',
      `${name}: expected a number from ${least} to ${most}`,
    );
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined || text === undefined) return chosen;
    throw new BadRequest(400, 'INVALID_INPUT', `${name}: expected one of ${choices.join(', ')}`);
  }
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new BadRequest(400, 'INVALID_INPUT', 'the address is not percent-encoded UTF-8');
  }
}
