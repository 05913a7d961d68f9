/** Serves MCP over stdio: one client, one process, which ends when the client leaves. */

import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { cleanLine } from '../kernel/text.ts';
import { Connection } from '../surface/connection.ts';
import type { Visitor } from '../surface/visitor.ts';
import { type McpOptions, mcpServer } from './mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface StdioServer {
  /** Resolves when the first answer is written, or when there will be none. */
  readonly greeted: Promise<void>;
  /** Resolves when the client has left. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}

export function serveStdio(options: McpOptions, visitor: Visitor): StdioServer {
  const transport = new StdioTransport(process.stdin, process.stdout);
  const greeted = new Promise<void>((resolve) => {
    transport.onfirstanswer = resolve;
  });
  const connected = { ...visitor, connection: new Connection() };
  const handle = serve(() => mcpServer(options, connected), {
    transport,
    onerror: (error) => options.log(`stdio: ${cleanLine(error.message)}`),
  });
  const sdkClosed = transport.onclose;
  const done = new Promise<void>((resolve) => {
    transport.onclose = () => {
      sdkClosed?.();
      resolve();
    };
  });
  return { greeted: Promise.race([greeted, done]), done, stop: () => handle.close() };
}
