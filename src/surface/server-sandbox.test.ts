/** Tests of the sandbox of a server; the rules are in docs/spec/notebooks.md. */

import { afterEach, describe, expect, it } from 'vitest';
import { type SandboxSettings, sandboxOf } from './server-sandbox.ts';

/** A memory that says which runs have ended, and calls back when told to. */
function memory() {
  const ended = new Set<string>();
  const watchers = new Set<() => void>();
  return {
    end(run: string) {
      ended.add(run);
      for (const changed of watchers) changed();
    },
    watchers,
    store: {
      watch(changed: () => void) {
        watchers.add(changed);
        return () => watchers.delete(changed);
      },
      isEnded: async (run: string) => ended.has(run),
    },
  };
}

const SETTINGS: SandboxSettings = { choice: 'quickjs', clock: () => performance.now(), cores: 1 };
const PLACE = { workspace: 'w', notebook: 'n', run: 'r1' };
const FOREVER = { files: [{ name: 'a.js', language: 'js', source: 'for (;;) {}' }] } as const;
