/** A bare SDK server that commits its input durably: protocol and disk in one process. */

import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { rawCommits } from './raw-commit.ts';

const raw = await rawCommits(process.argv[2] ?? '.');

serveStdio(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.registerTool(
    'keep',
    { description: 'Commits its input.', inputSchema: z.object({ content: z.string() }) },
    async ({ content }) => {
      raw.commit(content);
      return { content: [{ type: 'text', text: content }] };
    },
  );
  return server;
});
process.stdin.once('end', () => process.exit(0));
