/** How much a client may send, and what it may get wrong, before its connection is closed. */

/** Messages in a second. */
const MAX_MESSAGES = 50;
const SECOND_MS = 1_000;

/** Mistakes in a minute. */
const MAX_MISTAKES = 10;
const MINUTE_MS = 60_000;

/** Counts what happens within a time that begins with the first. */
class Tally {
  readonly #spanMs: number;
  #count = 0;
  #span: NodeJS.Timeout | undefined;

  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  add(): number {
    this.#span ??= setTimeout(() => {
      this.#span = undefined;
      this.#count = 0;
    }, this.#spanMs).unref();
    this.#count += 1;
    return this.#count;
  }

  stop(): void {
    clearTimeout(this.#span);
  }
}

export class Conduct {
  readonly #messages = new Tally(SECOND_MS);
  readonly #mistakes = new Tally(MINUTE_MS);

  /** Whether one more message is too many. */
  isTooFast(): boolean {
    return this.#messages.add() > MAX_MESSAGES;
  }

  /** Whether one more mistake is too many. */
  isTooBad(): boolean {
    return this.#mistakes.add() > MAX_MISTAKES;
  }

  stop(): void {
    this.#messages.stop();
    this.#mistakes.stop();
  }
}

export const TOO_FAST = `This message was dropped: a connection may send ${MAX_MESSAGES} messages in a second.`;
