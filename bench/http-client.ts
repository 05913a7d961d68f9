/** The smallest client for MCP over HTTP: one session on one connection that stays open. */

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  callTool,
  INITIALIZED,
  initializeParams,
  type Peer,
  PROTOCOL_VERSION,
} from './protocol.ts';

export class HttpClient implements Peer {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly url: string;
  private session: string | undefined;
  private lastId = 0;

  constructor(url: string) {
    this.url = url;
  }

  async initialize(): Promise<this> {
    await this.request('initialize', initializeParams());
    await text(await this.post(INITIALIZED));
    return this;
  }

  async request(method: string, params: object): Promise<unknown> {
    const response = await this.post({ id: ++this.lastId, method, params });
    this.session ??= response.headers['mcp-session-id'] as string | undefined;
    const { result, error } = JSON.parse(messageIn(await text(response)));
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  call(tool: string, args: object): Promise<string> {
    return callTool(this, tool, args);
  }

  close(): void {
    this.agent.destroy();
  }

  private post(message: object): Promise<IncomingMessage> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      ...(this.session === undefined ? {} : { 'mcp-session-id': this.session }),
    };
    return new Promise((resolve, reject) => {
      httpRequest(this.url, { method: 'POST', agent: this.agent, headers }, resolve)
        .once('error', reject)
        .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
    });
  }
}

/** An answer comes as JSON or as the last message of an event stream; the server chooses. */
function messageIn(body: string): string {
  const events = body.split('\n').filter((line) => line.startsWith('data: {'));
  return events.at(-1)?.slice('data: '.length) ?? body;
}
