/** No example may name a work node that could exist: an id that is copied must mean nothing. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { CATALOGUE } from '../src/operations/catalogue.ts';
import { wholeSchema } from '../src/operations/declaration/describe-operation.ts';
import { listedTool } from '../src/surface/listing.ts';
import { examplesFor } from './support/examples.ts';
import { projectFiles } from './support/source-tree.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

/** Ids start with a letter, then letters and digits; one without any digit reads like a word. */
const LIKE_AN_ID = /(?<![\w./#-])(?=[a-z0-9]*[0-9])[a-z][a-z0-9]{11}(?![\w-])/g;

/** Also without a digit, where an id is expected. */
const NAMED_AS_ID =
  /"(?:id|node_id|parent|parent_ref|scope|ancestor|new_parent|source|target|from|to|root)": ?"([a-z][a-z0-9]{11})"|\bwork:([a-z][a-z0-9]{11})\b/g;

function idsIn(text: string): string[] {
  const named = [...text.matchAll(NAMED_AS_ID)].map(([, plain, typed]) => plain ?? typed ?? '');
  return [...named, ...(text.match(LIKE_AN_ID) ?? [])];
}

let server: TestSurface;
beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'own' });
});
afterAll(() => server.close());

it('[WO52] the search finds such ids', () => {
  expect(idsIn('{"node_id":"abcdefghijkl"} work:mnopqrstuvwx tewjee3k1u68')).toHaveLength(3);
  expect(idsIn('The architecture of <node-4-1>, 4f2c1d0')).toEqual([]);
});

it('[WO52] no document names a node that could exist', () => {
  const documents = projectFiles().filter(({ path }) =>
    /^(docs|guides|models)\/|^[A-Z]+\.md$/.test(path),
  );
  expect(documents.length).toBeGreaterThan(100);
  const found = documents.flatMap(({ path, text }) => idsIn(text).map((id) => `${path}: ${id}`));
  expect(found).toEqual([]);
});

it.each(CATALOGUE)('[WO52] help and schema of $name name no such node', async (operation) => {
  const help = await server.call('help', { tool: operation.name, max_chars: 100_000 });
  expect(help.isError, help.text).toBe(false);
  const listed = JSON.stringify(listedTool(operation, { workspaceIsKnown: true }));
  const { examples, refusals } = examplesFor(operation);
  const declared = JSON.stringify([wholeSchema(operation), examples, refusals]);
  expect(idsIn([help.text, listed, declared].join('\n'))).toEqual([]);
});
