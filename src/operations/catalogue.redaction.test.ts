/** No tool that reads returns a secret from what it reads: rule RD12, for each of them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesFor } from '../../test/support/examples.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import { CATALOGUE } from './catalogue.ts';

const SECRET = 'ghp_A1b2C3d4E5f6G7h8';

/** The arguments that hold free text, as opposed to names that are looked up. */
const WORDS = new Set([
  'content',
  'title',
  'text',
  'message',
  'artifact',
  'step',
  'thought',
  'card',
  'description',
  'success_criteria',
  'tests',
  'blockers',
  'checks',
  'reason',
  'note',
]);

function leaking(value: Json | undefined, name = ''): Json {
  if (typeof value === 'string') return WORDS.has(name) ? `${value} ${SECRET}` : value;
  if (Array.isArray(value)) return value.map((item: Json) => leaking(item, name));
  if (value === undefined || !isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, leaking(item, field)]),
  );
}

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface();
});
afterAll(() => server.close());

describe('a secret that was written', () => {
  const reading = CATALOGUE.filter((each) => each.effect === 'read' || each.effect === 'view');

  it.each(reading.map((operation) => ({ operation, name: operation.name })))(
    '[RD12] is not returned by $name',
    async ({ operation, name }) => {
      for (const [index, example] of examplesFor(operation).examples.entries()) {
        const workspace = `${name}-${index}`;
        const moved = (args: JsonObject) => ({ ...args, workspace });
        for (const { tool, args } of example.before ?? []) {
          const told = await server.call(tool, moved(leaking(args) as JsonObject));
          expect(told.text).not.toContain(SECRET);
        }
        const reply = await server.call(name, moved(example.args));
        expect(reply.text).not.toContain(SECRET);
        expect(JSON.stringify(reply.structured)).not.toContain(SECRET);
      }
    },
  );

  it('[RD14] is stored unchanged', async () => {
    await server.call('notes_commit', { workspace: 'kept', content: SECRET });
    const event = await server.surface.store.read('kept', (tx) => tx.journal.at(tx.head));
    expect(JSON.stringify(event)).toContain(SECRET);
  });
});
