/** Checks that docs/tools agrees with the declarations; `npm run docs` rewrites it. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUE } from '../src/operations/catalogue.ts';
import { dispatch } from '../src/surface/dispatch.ts';
import { examplesFor } from './support/examples.ts';
import { referencePages } from './support/reference-pages.ts';
import { openTestSurface, setScene, TESTER } from './support/surface.ts';

const DIRECTORY = join(import.meta.dirname, '../docs/tools');

async function pages() {
  return referencePages(CATALOGUE, examplesFor, async (operation, example) => {
    const server = await openTestSurface();
    try {
      await setScene(server, example);
      const { surface } = server;
      const facts = { ...surface.facts, ...example.server };
      const call = { tool: operation.name, args: example.args };
      return (await dispatch({ ...surface, facts }, call, TESTER)).text;
    } finally {
      await server.close();
    }
  });
}

it('docs/tools agrees with the declarations', async () => {
  const made = await pages();
  if (process.env.WAYMARK_WRITE_DOCS === '1') {
    rmSync(DIRECTORY, { recursive: true, force: true });
    mkdirSync(DIRECTORY, { recursive: true });
    for (const { file, content } of made) writeFileSync(join(DIRECTORY, file), content);
  }
  const found = readdirSync(DIRECTORY).map((file) => ({
    file,
    content: readFileSync(join(DIRECTORY, file), 'utf8'),
  }));
  const byName = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1);
  expect(found.sort(byName), 'run npm run docs').toEqual(made.sort(byName));
});
