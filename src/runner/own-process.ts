/**
 * Runs a program of ours in a process of its own, so that no text of a caller can end the server. A
 * thread would be lighter, but ending one can end the whole process: Node 20 takes the thread's
 * isolate off its platform while V8 may still compile for it, and then fails an assertion.
 */

import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { Socket } from 'node:net';

/** How a process ended that nobody ended: out of memory, or by an error, in the program's words. */
export interface ProcessEnd {
  readonly reason: 'memory' | 'error';
  readonly words: string;
}

export interface ProcessListener<Message> {
  message(message: Message): void;
  end(end: ProcessEnd): void;
}

/** What Node prints when the heap is full; the process ends by a signal that says no more. */
const FULL = 'heap out of memory';

/** Of what the program prints on stderr, the most that is kept, in characters. */
const MAX_WORDS = 10_000;

/** Recursion that fits in a thread of four megabytes, in the eight that a main thread has. */
const STACK_KB = 3_900;

export class OwnProcess<Message> {
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private listener: ProcessListener<Message> | undefined;
  private words = '';

  constructor(file: string, memoryMb: number) {
    this.child = fork(file, [], {
      // Nothing of the server is visible to someone who got out of the engine's world.
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`, `--stack-size=${STACK_KB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.words = (this.words + text).slice(0, MAX_WORDS);
    });
    this.child.on('message', (message) => this.listener?.message(message as Message));
    this.ended = new Promise((resolve) => {
      const end = (words: string) => {
        resolve();
        this.listener?.end({ reason: words.includes(FULL) ? 'memory' : 'error', words });
      };
      this.child.once('error', ({ message }) => end(message));
      this.child.once('close', () => end(this.words));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** There is one listener: the next replaces it. */
  listen(listener: ProcessListener<Message>): void {
    this.listener = listener;
  }

  send(message: Serializable): void {
    // If it cannot be sent, the process has ended, and the listener is told so.
    this.child.send(message, () => {});
  }

  /** Whether the server waits for it before it ends. */
  keepServerAlive(isKept: boolean): void {
    const handles = [this.child, this.child.channel, this.child.stderr as Socket | null];
    for (const handle of handles) isKept ? handle?.ref() : handle?.unref();
  }

  /** Ends it, whatever it does. Nobody is told. */
  async kill(): Promise<void> {
    this.listener = undefined;
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
