/** The smallest client of `waymark mcp`: it records every byte, and can send what no SDK would. */

import type { JsonObject } from '../../src/kernel/json.ts';
import {
  type Child,
  type Exit,
  exitOf,
  type StartOptions,
  startWaymark,
} from './waymark-command.ts';

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  /** The text as JSON, if it is an object. */
  readonly json?: JsonObject;
}

export interface ClientOptions extends StartOptions {
  /** Where the memory is, as words of a command line. */
  readonly flags: readonly string[];
  /** Undefined if none is named. */
  readonly workspace?: string;
  readonly more?: readonly string[];
  /** The name by which the client introduces itself. */
  readonly client?: string;
}

export const WIRE_VERSION = '2025-06-18';

interface Waiter {
  readonly fits: (message: Message) => boolean;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

export class StdioClient {
  readonly exited: Promise<Exit>;
  /** Every line that the server wrote, unchanged. */
  readonly lines: string[] = [];
  stderr = '';
  private readonly child: Child;
  private readonly waiters: Waiter[] = [];
  private readonly inbox: Message[] = [];
  private partial = '';
  private gone = false;
  private lastId = 0;

  private constructor(child: Child) {
    this.child = child;
    child.stdout.setEncoding('utf8').on('data', (part: string) => this.take(part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      this.stderr += part;
    });
    this.exited = exitOf(child).then((exit) => {
      this.gone = true;
      for (const waiter of this.waiters.splice(0)) waiter.reject(this.goneError());
      return exit;
    });
  }

  /** Starts a server without sending anything. */
  static spawn({ flags, workspace, more = [], ...options }: ClientOptions): StdioClient {
    const named = workspace === undefined ? [] : ['--workspace', workspace];
    const words = ['mcp', ...flags, ...named, ...more];
    return new StdioClient(startWaymark(words, options));
  }

  /** Starts a server and does the handshake. */
  static async start(options: ClientOptions): Promise<StdioClient> {
    const client = StdioClient.spawn(options);
    await client.initialize(options.client);
    return client;
  }

  /** The id of the last request. */
  get lastAsked(): number {
    return this.lastId;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async initialize(name = 'test'): Promise<Message> {
    const answer = await this.request('initialize', {
      protocolVersion: WIRE_VERSION,
      capabilities: {},
      clientInfo: { name, version: '1' },
    });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  request(method: string, params?: unknown): Promise<Message> {
    const id = ++this.lastId;
    const answer = this.answerTo(id);
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return answer;
  }

  async call(tool: string, args: unknown = {}): Promise<CallResult> {
    const answer = await this.request('tools/call', { name: tool, arguments: args });
    if (!answer.result) throw new Error(`${tool}: ${answer.error?.message ?? 'no result'}`);
    return callResult(answer.result);
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends any bytes; the caller ends the line. */
  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  /** The answer with this id; null is the id for what could not be read. */
  answerTo(id: string | number | null): Promise<Message> {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  next(fits: (message: Message) => boolean): Promise<Message> {
    const at = this.inbox.findIndex(fits);
    const [known] = at < 0 ? [] : this.inbox.splice(at, 1);
    if (known) return Promise.resolve(known);
    if (this.gone) return Promise.reject(this.goneError());
    return new Promise((resolve, reject) => this.waiters.push({ fits, resolve, reject }));
  }

  endInput(): void {
    this.child.stdin.end();
  }

  /** Closes our end of its output, as a crashed client does. */
  stopReading(): void {
    this.child.stdout.destroy();
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.child.kill(signal);
  }

  /** Leaves as a client does; resolves when the server has ended too. */
  async close(): Promise<Exit> {
    this.endInput();
    return this.exited;
  }

  private goneError(): Error {
    return new Error(`the server has ended; it wrote: ${this.stderr}`);
  }

  private take(part: string): void {
    const lines = (this.partial + part).split('\n');
    this.partial = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      const message = messageIn(line);
      if (message) this.deliver(message);
    }
  }

  private deliver(message: Message): void {
    const at = this.waiters.findIndex((waiter) => waiter.fits(message));
    const [waiter] = at < 0 ? [] : this.waiters.splice(at, 1);
    if (waiter) waiter.resolve(message);
    else this.inbox.push(message);
  }
}

/** The message in a line, or undefined if it is not JSON-RPC: a test looks at `lines` for those. */
export function messageIn(line: string): Message | undefined {
  const value = objectIn(line);
  return value?.jsonrpc === '2.0' ? (value as unknown as Message) : undefined;
}

export function callResult(result: JsonObject): CallResult {
  const [part] = result.content as unknown as readonly { readonly text: string }[];
  const text = part?.text ?? '';
  const json = objectIn(text);
  return { text, isError: result.isError === true, ...(json ? { json } : {}) };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
