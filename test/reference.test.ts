/** The reference under docs/tools is what the program says of itself; `npm run docs` rewrites it. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUE } from '../src/operations/catalogue.ts';
import { referencePages } from '../src/surface/reference.ts';
import { openTestSurface } from './support/surface.ts';

const DIRECTORY = join(import.meta.dirname, '../docs/tools');

async function pages() {
  return referencePages(CATALOGUE, async (operation, example) => {
    const server = await openTestSurface();
    try {
      for (const { tool, args } of example.before ?? []) await server.call(tool, args);
      return (await server.call(operation.name, example.args)).text;
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
