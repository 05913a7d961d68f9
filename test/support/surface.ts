/** A whole Waymark in this process: real store, real catalogue, a clock that only tests move. */

import type { ThoughtFacts } from '../../src/domain/thoughts/thought-facts.ts';
import type { ClaimPolicy } from '../../src/domain/work/claim-policy.ts';
import type { EvidencePolicy } from '../../src/domain/work/evidence-policy.ts';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import type { Operation } from '../../src/operations/declaration/define-operation.ts';
import type { Example } from '../../src/operations/declaration/examples.ts';
import { exampleWorkId } from '../../src/operations/work/scenes/work-scene.ts';
import { openStore } from '../../src/store/open-store.ts';
import { SCHEMA_NAME } from '../../src/store/sql/migrate.ts';
import type { Caller } from '../../src/surface/caller.ts';
import { dispatch } from '../../src/surface/dispatch.ts';
import type { Reply } from '../../src/surface/render.ts';
import { sandboxOf } from '../../src/surface/server-sandbox.ts';
import type { Surface, ToolCall } from '../../src/surface/surface.ts';
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
  readonly claims?: ClaimPolicy | undefined;
  readonly evidenceOnResolve?: EvidencePolicy | undefined;
  /** The agents with a living process, whose claims end with it. */
  readonly presence?: Presence | undefined;
  readonly toolsets?: readonly Toolset[] | undefined;
  readonly thoughts?: Partial<ThoughtFacts> | undefined;
  /** Whether portals return their views too. */
  readonly structured?: boolean | undefined;
}

export interface Presence {
  present(): ReadonlySet<string> | undefined;
  endsWithProcess(agent: string): boolean;
}

/** Every call gets the presence that the test sets. */
function seenBy(presence: Presence, operation: Operation): Operation {
  return {
    ...operation,
    prepare(args) {
      const prepared = operation.prepare(args);
      if ('issues' in prepared) return prepared;
      return {
        ...prepared,
        run: (call, supply) =>
          prepared.run(call, {
            ...supply,
            present: async () => presence.present(),
            endsWithProcess: presence.endsWithProcess(call.agent),
          }),
      };
    },
  };
}

/** Everything happens on one morning, a second apart. */
const MORNING_MS = Date.UTC(2026, 0, 5, 9, 0, 0);

export const TESTER: Caller = { agent: 'tester', role: 'write' };

export async function openTestSurface(options: TestSurfaceOptions = {}): Promise<TestSurface> {
  const engine = options.engine ?? ENGINES[0];
  if (!engine) throw new Error('no engine to test on');
  const place = await engine.migrated();
  const store = await openStore(place);
  const { presence, catalogue: known = CATALOGUE } = options;
  const catalogue = presence ? known.map((each) => seenBy(presence, each)) : known;
  let ticks = 0;
  let ids = 0;
  // The same on every machine, and without a time that would differ from run to run.
  const sandbox = sandboxOf(store, {
    ...{ choice: 'quickjs', clock: () => 0, cores: 2, install: 'No packages in tests.' },
  });
  const lists = listing(catalogue, options.toolsets ?? ['daily']);
  const surface: Surface = {
    store,
    catalogue,
    facts: {
      version: '0.0.0',
      storageDir: '~/.waymark',
      schemaVersion: SCHEMA_NAME,
      defaultWorkspace: options.defaultWorkspace,
      claimTtlMinutes: options.claimTtlMinutes ?? 60,
      claims: options.claims ?? 'soft',
      evidenceOnResolve: options.evidenceOnResolve ?? 'warn',
      thoughts: {
        stages: true,
        project: undefined,
        autoCreateSession: true,
        sessionId: undefined,
        ...options.thoughts,
      },
      lists,
      reaches: lists,
    },
    sandbox,
    structured: options.structured ?? true,
    now: () => MORNING_MS + 1000 * ticks++,
    newWorkId: exampleWorkId,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  };
  return {
    surface,
    call: (tool, args = {}, caller = TESTER) =>
      dispatch(surface, { tool, args } as ToolCall, caller),
    async close() {
      await sandbox.close();
      await store.close();
      await place.remove();
    },
  };
}

/** Makes the calls that prepare an example. */
export async function setScene(
  server: TestSurface,
  { before = [] }: Pick<Example, 'before'>,
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const { tool, args, agent = TESTER.agent } of before) {
    replies.push(await server.call(tool, args, { ...TESTER, agent }));
  }
  return replies;
}

/** Whether a call changes nothing, as far as its input shows. */
export function onlyReads(operation: Operation, args: object): boolean {
  const prepared = operation.prepare(args);
  return !('issues' in prepared) && prepared.isReadOnly === true;
}
