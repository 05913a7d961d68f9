/**
 * Runs each test in an empty workspace of its own, on one server whose memory is checked at the
 * end.
 */

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { EventDraft } from '../../src/domain/journal/event.ts';
import type { TestEngine } from './engines.ts';
import { openTestSurface, type TestSurface } from './surface.ts';
import type { Shown } from './task-world.ts';

export interface Scenes {
  readonly server: TestSurface;
  readonly workspace: string;
  head(): Promise<number>;
  /** The result or the refusal of an envelope, or the lines of a portal. */
  call(tool: string, args?: object): Promise<Shown>;
  /** Enters events that no tool would enter today, as an older memory has them. */
  enter(...drafts: readonly EventDraft[]): Promise<void>;
}

/** For the block of tests that calls it. Without an engine: on the first one. */
export function scenes(engine?: TestEngine): Scenes {
  let server: TestSurface | undefined;
  let used = 0;
  const here: Scenes = {
    get server() {
      if (!server) throw new Error('the server is not open');
      return server;
    },
    get workspace() {
      return `scene-${used}`;
    },
    head: () => here.server.surface.store.read(here.workspace, async (tx) => tx.head),
    async call(tool, args = {}) {
      const reply = await here.server.call(tool, { workspace: here.workspace, ...args });
      if (!reply.text.startsWith('{')) return reply.text.split('\n');
      const { result, error } = JSON.parse(reply.text);
      return reply.isError ? error : result;
    },
    async enter(...drafts) {
      const writer = { workspace: here.workspace, agent: 'elder', nowMs: 1 };
      await here.server.surface.store.write(writer, (tx) => tx.append(drafts));
    },
  };
  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(async () => {
    const { store } = here.server.surface;
    expect(await store.check()).toEqual([]);
    await store.rebuild();
    expect(await store.check()).toEqual([]);
    await here.server.close();
  });
  beforeEach(() => {
    used += 1;
  });
  return here;
}
