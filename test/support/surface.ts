/** A whole Waymark in this process: real store, real catalogue, a clock that only tests move. */

import type { EvidencePolicy } from '../../src/kernel/evidence-policy.ts';
import type { ThoughtFacts } from '../../src/kernel/thought-facts.ts';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import type { Operation } from '../../src/operations/define-operation.ts';
import { exampleWorkId } from '../../src/operations/work/work-scene.ts';
import { openStore } from '../../src/store/open-store.ts';
import { SCHEMA_NAME } from '../../src/store/sql/migrate.ts';
import type { Caller } from '../../src/surface/caller.ts';
import { dispatch, type Surface, type ToolCall } from '../../src/surface/dispatch.ts';
import type { Reply } from '../../src/surface/render.ts';
import { listing, type Toolset } from '../../src/surface/toolsets.ts';
import { ENGINES, type TestEngine } from './engines.ts';

export interface TestSurface {
  readonly surface: Surface;
  call(tool: string, args?: unknown, caller?: Caller): Promise<Reply>;
  close(): Promise<void>;
}

export interface TestSurfaceOptions {
  readonly engine?: TestEngine | undefined;
  readonly defaultWorkspace?: string | undefined;
  readonly catalogue?: readonly Operation[] | undefined;
  readonly claimTtlMinutes?: number | undefined;
  readonly evidenceOnResolve?: EvidencePolicy | undefined;
  readonly toolsets?: readonly Toolset[] | undefined;
  readonly thoughts?: Partial<ThoughtFacts> | undefined;
}

/** Everything happens on one morning, a second apart. */
const MORNING_MS = Date.UTC(2026, 0, 5, 9, 0, 0);

export const TESTER: Caller = { agent: 'tester', role: 'write' };

export async function openTestSurface(options: TestSurfaceOptions = {}): Promise<TestSurface> {
  const engine = options.engine ?? ENGINES[0];
  if (!engine) throw new Error('there is no engine to test on');
  const place = await engine.place();
  const store = await openStore(place);
  let ticks = 0;
  let ids = 0;
  const surface: Surface = {
    store,
    catalogue: options.catalogue ?? CATALOGUE,
    facts: {
      version: '0.0.0',
      storageDir: '~/.waymark',
      schemaVersion: SCHEMA_NAME,
      defaultWorkspace: options.defaultWorkspace,
      claimTtlMinutes: options.claimTtlMinutes ?? 60,
      evidenceOnResolve: options.evidenceOnResolve ?? 'warn',
      thoughts: {
        stages: true,
        project: undefined,
        autoCreateSession: true,
        sessionId: undefined,
        ...options.thoughts,
      },
      lists: listing(options.catalogue ?? CATALOGUE, options.toolsets ?? ['daily']),
    },
    now: () => MORNING_MS + 1000 * ticks++,
    newWorkId: exampleWorkId,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  };
  return {
    surface,
    call: (tool, args = {}, caller = TESTER) =>
      dispatch(surface, { tool, args } as ToolCall, caller),
    async close() {
      await store.close();
      await place.remove();
    },
  };
}
