/** A bare SDK server with one tool: what any MCP server on this machine costs at least. */

import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
// As the SDK itself imports it: anything else keeps all of zod's languages in the bundle.
import * as z from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: z.object({ content: z.string() }) },
    async ({ content }) => ({ content: [{ type: 'text', text: content }] }),
  );
  return server;
});
// The SDK's server stays when its client leaves; a benchmark needs it gone.
process.stdin.once('end', () => process.exit(0));
