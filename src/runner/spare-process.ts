/** Has a process ready for the next run: starting one takes longer than most cells. */

import type { OwnProcess } from './own-process.ts';

/** A process that nobody needed for so long is ended. */
const IDLE_MS = 60_000;

export class SpareProcess<Message> {
  private spare: OwnProcess<Message> | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly start: () => OwnProcess<Message>) {}

  take(): OwnProcess<Message> {
    const taken = this.spare ?? this.start();
    this.forget();
    taken.keepServerAlive(true);
    return taken;
  }

  /** Starts one, if there is none. */
  prepare(): void {
    if (!this.spare) this.keep(this.start());
  }

  /** Keeps one process for the next run. It does not keep the server alive. */
  keep(process: OwnProcess<Message>): void {
    if (this.spare) {
      void process.kill();
      return;
    }
    process.keepServerAlive(false);
    process.listen({ message: () => {}, end: () => this.forget() });
    this.spare = process;
    this.idle = setTimeout(() => {
      this.forget();
      void process.kill();
    }, IDLE_MS);
    this.idle.unref();
  }

  private forget(): void {
    clearTimeout(this.idle);
    this.spare = undefined;
  }
}
