/** A session is exported from one memory by the program itself and imported into another. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treeOf } from '../support/archive-world.ts';
import { MAIN_ENGINES } from '../support/engines.ts';
import { runWaymark } from '../support/waymark-command.ts';

const CALLS = [
  { operation: 'start_new', sessionTitle: 'Naïve 🧭', tags: ['perf'], project: 'atlas' },
  { operation: 'cipher' },
  { operation: 'thought', thought: 'S1|H|It is the cache', nextThoughtNeeded: true },
  {
    ...{ operation: 'thought', thought: 'S2|E|S1|Cold starts are slow', nextThoughtNeeded: true },
    ...{ branchId: 'other', branchFromThought: 1 },
  },
  { operation: 'thought', thought: 'Done', nextThoughtNeeded: false, thoughtNumber: 7 },
];

describe.each(MAIN_ENGINES)('the program on $name', (engine) => {
  it('[AR11] [AR23] [AR26] exports, verifies and imports', async () => {
    const [source, target] = [await engine.migrated(), await engine.place()];
    const cwd = mkdtempSync(join(tmpdir(), 'waymark-archive-'));
    const run = (place: typeof source, ...words: string[]) =>
      runWaymark([...words, ...place.flags, '--workspace', 'acme'], { cwd });
    try {
      for (const args of CALLS) {
        const { code, stdout } = await run(
          source,
          'call',
          'thoughtbox_gateway',
          JSON.stringify(args),
        );
        expect(code, stdout).toBe(0);
      }
      const out = await run(source, 'export', '--format', 'thoughtbox', '--out', 'one');
      expect(out).toMatchObject({ code: 0, stderr: '' });
      expect(out.stdout).toMatch(
        /^Exported 1 session with 3 thoughts of acme to .*one \(.*\)\.\n$/,
      );
      expect(await run(source, 'verify', 'one')).toMatchObject({ code: 0, stderr: '' });
      const taken = await run(target, 'import', '--format', 'thoughtbox', 'one');
      expect(taken).toMatchObject({ code: 0, stderr: '' });
      expect(taken.stdout).toBe(
        'Imported 1 session with 3 thoughts into acme; 0 already present, 0 refused.\n',
      );
      expect(await run(target, 'export', '--out', 'two')).toMatchObject({ code: 0 });
      const tree = treeOf(join(cwd, 'one'));
      expect(treeOf(join(cwd, 'two'))).toEqual(tree);
      expect(await run(target, 'doctor')).toMatchObject({ code: 0 });
      const thought = Object.keys(tree).find((path) => path.endsWith('other/001.json')) ?? '';
      writeFileSync(join(cwd, 'one', thought), '{');
      expect(await run(target, 'verify', 'one')).toMatchObject({ code: 1 });
      const refused = await run(target, 'import', 'one');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^waymark: refused session .*other\/001\.json is not JSON/);
      expect(await run(target, 'verify', 'nowhere')).toMatchObject({ code: 2, stdout: '' });
    } finally {
      await source.remove();
      await target.remove();
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
