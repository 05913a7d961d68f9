/** Prepares one run: copies of the programs under test, and directories for data. */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Ground, WORKSPACE } from './benchmark.ts';
import { type Child, gone, startNode } from './children.ts';
import { StdioClient } from './stdio-client.ts';

/**
 * `scratch` holds copies of the programs, so that a rebuild meanwhile does not mix two versions.
 */
export function groundIn(scratch: string, quick: boolean): Ground {
  const program = join(scratch, 'bin/waymark');
  const bareServer = join(scratch, 'bare/bare-server.js');
  const keepingServer = join(scratch, 'bench/keeping-server.js');
  const feedWatchers = join(scratch, 'bench/feed-watchers.js');
  const measuredCommand = join(scratch, 'bench/measured-command.js');
  const data = join(scratch, 'data');
  mkdirSync(data, { recursive: true });

  const words = (command: string, dataDir: string) => [
    ...[program, command, '--data-dir', dataDir],
    ...['--workspace', WORKSPACE, '--agent', 'bench'],
  ];
  return {
    times: (full, few) => (quick ? few : full),
    directory: () => mkdtempSync(join(data, 'd-')),
    waymark: (dataDir, ...flags) => new StdioClient([...words('mcp', dataDir), ...flags], scratch),
    bareServer: () => new StdioClient([bareServer], scratch),
    keepingServer: (dataDir) => new StdioClient([keepingServer, dataDir], scratch),
    feedWatchers: (url, count) =>
      startNode([feedWatchers, url, String(count), WORKSPACE], scratch, [
        'pipe',
        'pipe',
        'inherit',
      ]),
    measured: (words) =>
      startNode([measuredCommand, join(scratch, 'dist/waymark.js'), ...words], scratch, [
        'ignore',
        'pipe',
        'ignore',
      ]),
    async waymarkHttp(dataDir) {
      const ports = ['--port', '0', '--observatory-port', '0'];
      const serve = [...words('serve', dataDir), ...ports];
      const child = startNode(serve, scratch, ['ignore', 'pipe', 'inherit']);
      return {
        ...(await welcomedUrls(child)),
        pid: child.process.pid ?? 0,
        async close() {
          child.process.kill('SIGTERM');
          await gone(child);
        },
      };
    },
  };
}

/** The server prints its ports in its banner. */
function welcomedUrls({
  process: child,
  exited,
}: Child): Promise<{ readonly url: string; readonly observatoryUrl: string }> {
  return new Promise((resolve, reject) => {
    let url = '';
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      url = /^\s*MCP\s+(http\S+)/.exec(line)?.[1] ?? url;
      const observatoryUrl = /^\s*Observatory\s+(http\S+)/.exec(line)?.[1];
      if (observatoryUrl !== undefined) resolve({ url, observatoryUrl });
    });
    void exited.then(() => reject(new Error('waymark serve did not start')));
  });
}
