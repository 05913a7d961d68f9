/** Runs tasks one after the other, in the order in which they were queued. */

/** What a task can do with its place in the queue. */
export interface Turn {
  /** Lets the next tasks run while `work` lasts; afterwards the task continues in turn. */
  outside<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class SerialQueue {
  private tail: Promise<void> = Promise.resolve();

  async run<Result>(task: (turn: Turn) => Promise<Result>): Promise<Result> {
    let end = await this.enter();
    const turn: Turn = {
      outside: async (work) => {
        end();
        try {
          return await work();
        } finally {
          end = await this.enter();
        }
      },
    };
    try {
      return await task(turn);
    } finally {
      end();
    }
  }

  /** Waits for all turns before it, and returns what ends this one. */
  private enter(): Promise<() => void> {
    const before = this.tail;
    let end = () => {};
    this.tail = new Promise((resolve) => {
      end = resolve;
    });
    return before.then(() => end);
  }

  /** Resolves when everything queued so far has ended, or runs outside its turn. */
  idle(): Promise<void> {
    return this.run(async () => {});
  }
}
