/** A bare SDK server with one tool: the least that any MCP server costs on this machine. */

import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
// Imported as the SDK itself does: otherwise the bundle would hold all languages of zod.
import * as z from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool(
    'echo',
    { description: 'Returns its input.', inputSchema: z.object({ content: z.string() }) },
    async ({ content }) => ({ content: [{ type: 'text', text: content }] }),
  );
  return server;
});
// The SDK's server stays when its client leaves; a benchmark must end it.
process.stdin.once('end', () => process.exit(0));
