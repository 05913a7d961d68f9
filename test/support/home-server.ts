/** One server for a block of tests that share its default workspace, `home`. */

import { afterAll, beforeAll } from 'vitest';
import type { TestEngine } from './engines.ts';
import { openTestSurface, type TestSurface } from './surface.ts';
import type { Shown } from './task-world.ts';

export interface HomeServer {
  readonly server: TestSurface;
  /** The result or the refusal of an envelope. */
  call(tool: string, args?: object): Promise<Shown>;
  /** The lines of a portal. */
  lines(tool: string, args?: object): Promise<string[]>;
  head(): Promise<number>;
}

/** For the block of tests that calls it. Without an engine: on the first one. */
export function homeServer(engine?: TestEngine): HomeServer {
  let server: TestSurface | undefined;
  const here: HomeServer = {
    get server() {
      if (!server) throw new Error('the server is not open');
      return server;
    },
    async call(tool, args = {}) {
      const reply = await here.server.call(tool, args);
      const { result, error } = JSON.parse(reply.text);
      return reply.isError ? error : result;
    },
    lines: async (tool, args = {}) => (await here.server.call(tool, args)).text.split('\n'),
    head: () => here.server.surface.store.read('home', async (tx) => tx.head),
  };
  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home' });
  });
  afterAll(() => here.server.close());
  return here;
}

/** A numbered thought of a trace, as `trace_sequential_step` takes it. */
export const THOUGHT = {
  ...{ thought: 'Why?', thoughtNumber: 1, totalThoughts: 300, nextThoughtNeeded: true },
};
