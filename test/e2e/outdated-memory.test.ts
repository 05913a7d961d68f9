/** A real process is killed while it brings an older memory up to date, on each engine. */

import { describe, expect, it } from 'vitest';
import { initializeWorkspace } from '../../src/domain/workspace/workspace.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Progress } from '../../src/store/sql/rebuild.ts';
import { MAIN_ENGINES } from '../support/engines.ts';
import { runStatements } from '../support/older-memory.ts';
import { exitOf, startWaymark } from '../support/waymark-command.ts';

/** The program reports after every five thousand: in the middle of the larger workspace. */
const NOTES = { small: 200, large: 9_000 };

describe.each(MAIN_ENGINES)('a memory of an older schema on $name', (engine) => {
  it('[ST87] is brought up to date by the next process after one was killed', async () => {
    const place = await engine.place();
    try {
      const store = await openStore(place);
      // The small one comes first in the order of names.
      for (const [workspace, notes] of [
        ['a-small', NOTES.small],
        ['b-large', NOTES.large],
      ] as const) {
        await store.write({ workspace, agent: 'a', nowMs: 1 }, async (tx) => {
          await tx.append([initializeWorkspace()]);
          for (let from = 0; from < notes; from += 1_000) {
            const count = Math.min(1_000, notes - from);
            await tx.append(
              Array.from({ length: count }, (_, n) => ({
                type: 'note_committed' as const,
                entity: 'branch:1',
                branch: 1,
                doc: `notes-${(from + n) % 7}`,
                payload: { content: `${from + n}` },
              })),
            );
          }
        });
      }
      await store.close();
      await runStatements(place, ['update workspaces set projected = 1', 'delete from documents']);

      const child = startWaymark(['doctor', ...place.flags]);
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        said += part;
        if (said.includes('events read')) child.kill('SIGKILL');
      });
      child.stdout.resume();
      expect((await exitOf(child)).signal).toBe('SIGKILL');
      expect(said).toContain('Bringing the memory up to date: 1 of 2 workspaces done');

      const told: Progress[] = [];
      const after = await openStore(place, undefined, (progress) => told.push(progress));
      expect(told[0]).toEqual({ done: 1, total: 2, events: 100 });
      expect(told.at(-1)).toEqual({ done: 1, total: 2, events: NOTES.large + 1 });
      expect(await after.check()).toEqual([]);
      await after.close();
    } finally {
      await place.remove();
    }
  });
});
