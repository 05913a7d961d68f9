/** MCP over stdio: one client, one process, gone when the client is. */

import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../surface/caller.ts';
import { type McpOptions, mcpServer } from './mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Resolves when the client has left; `stop` ends it from our side. */
export function serveStdio(
  options: McpOptions,
  caller: Caller,
): { done: Promise<void>; stop: () => Promise<void> } {
  const transport = new StdioTransport(process.stdin, process.stdout);
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handle = serve(() => mcpServer(options, caller), {
    transport,
    onerror: (error) => options.log(`stdio: ${error.message}`),
  });
  const sdkClosed = transport.onclose;
  transport.onclose = () => {
    sdkClosed?.();
    finish();
  };
  return { done, stop: () => handle.close() };
}
