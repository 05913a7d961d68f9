/** Runs tasks one after the other, in the order in which they were queued. */

export class SerialQueue {
  private tail: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.tail.then(task, task);
    this.tail = result.catch(() => {});
    return result;
  }

  /** Resolves when everything queued so far has ended. */
  idle(): Promise<void> {
    return this.run(async () => {});
  }
}
