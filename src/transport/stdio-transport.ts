/**
 * JSON-RPC over stdin and stdout, one message per line.
 *
 * Stricter and more forgiving than the SDK's own transport. A line that is not JSON or not UTF-8 is
 * answered instead of skipped. A line that is too long costs that message and not the connection.
 * What was asked before the end of input is still answered. A client that does not read is not read
 * either.
 */

import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { Intake } from './intake.ts';
import { type Fault, type Id, INVALID_REQUEST, parseMessage } from './parse-message.ts';

const MAX_LINE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

/** How long answers may still be written after the end of input. */
const GRACE_MS = 30_000;

const SPACE = 0x20;

const OVERLONG: Fault = {
  code: INVALID_REQUEST,
  fault: `a message has at most ${MAX_LINE_BYTES} bytes`,
  id: null,
};

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Called once, when the first answer is written. */
  onfirstanswer?: () => void;

  private readonly input: Readable;
  private readonly output: Writable;
  private readonly intake = new Intake();
  private parts: Buffer[] = [];
  private size = 0;
  private overlong = false;
  private ended = false;
  private closed = false;
  private grace: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable) {
    this.input = input;
    this.output = output;
  }

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.take(chunk));
    this.input.on('end', () => this.end());
    this.input.on('error', (error: Error) => this.onerror?.(error));
    // A reader that has left cannot be told anything, so the process ends quietly.
    this.output.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.noteSent(message);
    await this.write(message);
    this.onfirstanswer?.();
    if (this.ended && this.intake.isDone) await this.close();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.grace);
    this.input.pause();
    this.onclose?.();
  }

  private take(chunk: Buffer): void {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      this.keep(chunk.subarray(start, at));
      this.endLine();
      start = at + 1;
    }
    this.keep(chunk.subarray(start));
    if (this.isFull) this.input.pause();
  }

  private get isFull(): boolean {
    return this.intake.isFull(this.output.writableLength);
  }

  private takeMore(): void {
    if (this.input.isPaused() && !this.closed && !this.isFull) this.input.resume();
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > MAX_LINE_BYTES) {
      this.overlong = true;
      this.parts = [];
    } else if (part.length > 0) this.parts.push(part);
  }

  private endLine(): void {
    const line = Buffer.concat(this.parts);
    const overlong = this.overlong;
    this.parts = [];
    this.size = 0;
    this.overlong = false;
    if (overlong) this.refuse(OVERLONG);
    else this.receive(line);
  }

  private receive(line: Buffer): void {
    if (line.every((byte) => byte <= SPACE)) return;
    const parsed = parseMessage(line);
    if ('fault' in parsed) {
      this.refuse(parsed);
      return;
    }
    this.noteTaken(parsed.message, line.length);
    this.onmessage?.(parsed.message);
  }

  /** Records which requests will be answered: not subscriptions, nor cancelled calls. */
  private noteTaken(message: JSONRPCMessage, bytes: number): void {
    if (!('method' in message)) this.intake.hear(message.id as Id);
    else if (message.method === 'notifications/cancelled') {
      this.intake.settle(message.params?.requestId as Id);
    } else if ('id' in message && message.method !== 'subscriptions/listen') {
      this.intake.take(message.id as Id, bytes);
    }
  }

  private noteSent(message: JSONRPCMessage): void {
    if (!('method' in message)) this.intake.settle(message.id as Id);
    else if ('id' in message) this.intake.ask(message.id as Id);
    else if (message.method === 'notifications/cancelled') {
      this.intake.hear(message.params?.requestId as Id);
    }
  }

  private refuse({ code, fault, id }: Fault): void {
    // The SDK's type has no null id, which JSON-RPC prescribes if none could be read.
    const answer = { jsonrpc: '2.0', id, error: { code, message: fault } };
    void this.write(answer as unknown as JSONRPCMessage);
  }

  private end(): void {
    if (this.parts.length > 0 || this.overlong) this.endLine();
    this.ended = true;
    if (this.intake.isDone) void this.close();
    else this.grace = setTimeout(() => void this.close(), GRACE_MS);
  }

  private write(message: JSONRPCMessage): Promise<void> {
    if (this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.output.write(`${JSON.stringify(message)}\n`, () => {
        this.takeMore();
        resolve();
      });
    });
  }
}
