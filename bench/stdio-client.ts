/** The smallest client for MCP over stdio, so that the time measured is the server's. */

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type Child, gone, startNode } from './children.ts';
import { callTool, INITIALIZED, initializeParams, type Peer } from './protocol.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class StdioClient implements Peer {
  private readonly child: Child;
  private readonly input: Writable;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  /** The characters of all messages so far, in both directions. */
  wireChars = 0;

  constructor(words: readonly string[], cwd: string) {
    this.child = startNode(words, cwd, ['pipe', 'pipe', 'inherit']);
    const { stdin, stdout } = this.child.process;
    this.input = stdin as Writable;
    createInterface({ input: stdout as Readable }).on('line', (line) => this.receive(line));
    void this.child.exited.then(() => {
      for (const { reject } of this.waiting.values()) reject(new Error('the server has left'));
    });
  }

  get pid(): number {
    return this.child.process.pid ?? 0;
  }

  async initialize(): Promise<this> {
    await this.request('initialize', initializeParams());
    this.send(INITIALIZED);
    return this;
  }

  request(method: string, params: object): Promise<unknown> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ method, params, id });
    });
  }

  call(tool: string, args: object): Promise<string> {
    return callTool(this, tool, args);
  }

  async close(): Promise<void> {
    this.input.end();
    await gone(this.child);
  }

  private send(message: object): void {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.wireChars += line.length;
    this.input.write(`${line}\n`);
  }

  private receive(line: string): void {
    this.wireChars += line.length;
    const { id, result, error } = JSON.parse(line);
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
