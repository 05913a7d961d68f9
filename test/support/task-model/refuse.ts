/** A refusal of the model. It is thrown, and `play` then discards what the call had changed. */

export class Refused extends Error {
  readonly code: string;
  readonly why: string;

  constructor(code: string, why = '') {
    super(`${code} ${why}`);
    this.code = code;
    this.why = why;
  }
}

export function invalid(why: string): never {
  throw new Refused('INVALID_INPUT', why);
}

export function unknown(what: string): never {
  throw new Refused('UNKNOWN_ID', what);
}
