/** Starts `waymark serve` on free ports, and speaks plain HTTP to it. */

import { type IncomingHttpHeaders, request } from 'node:http';
import {
  type Child,
  type Exit,
  exitOf,
  type StartOptions,
  startWaymark,
} from './waymark-command.ts';

export interface HttpServer {
  readonly mcpUrl: string;
  readonly observatoryUrl: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

export interface ServeOptions extends StartOptions {
  readonly flags: readonly string[];
  /** Undefined if none is named. */
  readonly workspace?: string;
  readonly more?: readonly string[];
  /** Empty for the program without a command. */
  readonly command?: readonly string[];
}

export async function startHttpServer(options: ServeOptions): Promise<HttpServer> {
  const { flags, workspace, more = [], command = ['serve'], ...around } = options;
  const ports = ['--port', '0', '--observatory-port', '0'];
  const child = startWaymark(
    [...command, ...flags, ...named(workspace), ...ports, ...more],
    around,
  );
  const exited = exitOf(child);
  const said = listenTo(child);
  const url = async (name: string) => {
    const found = await Promise.race([
      said.until(new RegExp(`^ +${name} +(http\\S+|closed)$`, 'm')),
      exited.then(() => undefined),
    ]);
    if (found === undefined) throw new Error(`waymark serve ended: ${said.stderr()}`);
    return found;
  };
  return {
    mcpUrl: await url('MCP'),
    observatoryUrl: await url('Observatory'),
    pid: child.pid ?? 0,
    exited,
    stdout: said.stdout,
    stderr: said.stderr,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

function named(workspace: string | undefined): readonly string[] {
  return workspace === undefined ? [] : ['--workspace', workspace];
}

function listenTo(child: Child) {
  let stdout = '';
  let stderr = '';
  let heard = () => {};
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async until(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(stdout)?.[1];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpAsk {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent in chunks without a length, as by a client that does not know it. */
  readonly chunked?: boolean;
}

export const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Written by hand, because `fetch` would not send a false Host. */
export function ask(url: string, options: HttpAsk = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body, chunked = false } = options;
  const length =
    body === undefined || chunked ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  return new Promise((resolve, reject) => {
    let failure = new Error('the connection was closed without an answer');
    const sent = request(url, { method, agent: false, headers: { ...length, ...headers } });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const { headers: got, statusCode: status = 0 } = response;
      response.on('end', () => resolve({ status, headers: got, text }));
      response.on('error', reject);
    });
    // A server may refuse a long body before all of it was sent; its answer counts, if it comes.
    sent.on('error', (error) => {
      failure = error;
    });
    sent.on('close', () => reject(failure));
    sent.end(body);
  });
}

/** Posts one JSON-RPC message. */
export function post(
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const body = JSON.stringify(message);
  return ask(url, { method: 'POST', headers: { ...MCP_HEADERS, ...headers }, body });
}
