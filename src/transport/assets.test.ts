/**
 * Guides, models and prompts cost nothing at the start; their other rules are tested in test/e2e.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles, ROOT } from '../../test/support/source-tree.ts';

const STATIC_IMPORT = /^(?:import|export)(?! type)[^'"`;]*?from '(\.[^']+)'/gm;

/** Everything that is loaded with a file, by the file itself or by one it imports. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8');
  for (const [, to = ''] of text.matchAll(STATIC_IMPORT)) loadedWith(join(dirname(path), to), seen);
  return seen;
}

it('[AS14] the server starts without loading the texts', () => {
  const loaded = loadedWith('src/transport/mcp-server.ts');
  expect(loaded).toContain('src/transport/assets.ts');
  expect([...loaded].filter((path) => path.endsWith('.md'))).toEqual([]);
  expect(loaded).not.toContain('src/surface/assets/prompts.ts');
  const texts = projectFiles().filter(({ path }) => /^(models|guides)\//.test(path));
  const asked = new Set([
    ...loadedWith('src/surface/assets/resources.ts'),
    ...loadedWith('src/surface/assets/prompts.ts'),
  ]);
  expect(texts.filter(({ path }) => !asked.has(path))).toEqual([]);
});
