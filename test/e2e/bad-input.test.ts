/**
 * A thousand wrong calls of every tool: each is refused by a known code, and none writes anything.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal, REFUSAL_CODES } from '../../src/kernel/refusal.ts';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import type { Operation } from '../../src/operations/declaration/define-operation.ts';
import { parseInput } from '../../src/surface/parse-input.ts';
import type { Reply } from '../../src/surface/render.ts';
import { MAIN_ENGINES } from '../support/engines.ts';
import { examplesFor } from '../support/examples.ts';
import { headsOf } from '../support/journal.ts';
import { malformedCalls, validArguments } from '../support/malformed-calls.ts';
import { codeIn, faultyLines, faultySuggestions, isWellFormedReply } from '../support/reply.ts';
import { openTestSurface, type TestSurface } from '../support/surface.ts';

const SEED = 20_261_115;
/** More would not be read, and a hostile call must not be able to cause a huge answer. */
const LONGEST_REFUSAL = 4_000;

/** No valid call here contains it: if it appears, a refused call has written. */
const OWN_WORKSPACE = 'never-made';

const OPERATIONS = CATALOGUE.map((operation) => ({ operation, name: operation.name }));

function faultsOf(reply: Reply): string[] {
  const code = codeIn(reply.text);
  return [
    ...(reply.isError ? [] : ['it was not refused']),
    ...((REFUSAL_CODES as readonly string[]).includes(code) ? [] : [`unknown code ${code}`]),
    ...(isWellFormedReply(reply.text) ? [] : ['half a character in the answer']),
    ...(reply.text.length <= LONGEST_REFUSAL ? [] : [`${reply.text.length} characters`]),
    ...faultyLines(reply.text),
    ...faultySuggestions(reply.suggestions),
  ];
}

/** A part of what `WAYMARK_RUNS=1000` tries: there are more than a hundred tools. */
const RUNS = Number(process.env.WAYMARK_RUNS ?? 120);

describe.each(MAIN_ENGINES)('bad input on $name', (engine) => {
  const runs = engine.name.startsWith('sqlite') ? RUNS : 10;
  let server: TestSurface;
  let before: Record<string, number>;

  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: OWN_WORKSPACE });
    const scenes = CATALOGUE.flatMap((each) =>
      examplesFor(each).examples.flatMap(({ before: calls }) => calls),
    );
    for (const call of scenes) if (call) await server.call(call.tool, call.args);
    before = await headsOf(server.surface.store);
  });
  afterAll(() => server.close());

  describe.each(OPERATIONS)('$name', ({ operation }: { operation: Operation }) => {
    it('starts from calls that are valid', () => {
      const wrong = validArguments(operation).filter((args) =>
        isRefusal(parseInput(operation, args)),
      );
      expect(wrong).toEqual([]);
    });

    it(`refuses ${runs} malformed calls and writes nothing`, async () => {
      const property = fc.asyncProperty(malformedCalls(operation), async ({ tool, args }) => {
        const reply = await server.call(tool, args);
        expect(faultsOf(reply), reply.text.slice(0, LONGEST_REFUSAL)).toEqual([]);
        expect(await headsOf(server.surface.store)).toEqual(before);
      });
      await fc.assert(property, { seed: SEED, numRuns: runs, endOnFailure: true });
    });
  });

  it('refuses tools that do not exist, whatever their names', async () => {
    const wide = fc.integer({ min: 1, max: 90 }).map((length) => `a${'🧭'.repeat(length)}`);
    const name = fc
      .oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        wide,
        fc.constantFrom('', '\u0000', 'a\u0000b', '\ud800', '__proto__', 'notes_comit', 'STATUS'),
        fc.constant('x'.repeat(100_000)),
      )
      .filter((each) => CATALOGUE.every((operation) => operation.name !== each));
    const property = fc.asyncProperty(name, async (tool) => {
      const reply = await server.call(tool, {});
      expect(codeIn(reply.text)).toBe('UNKNOWN_TOOL');
      expect(faultsOf(reply), reply.text).toEqual([]);
    });
    await fc.assert(property, { seed: SEED, numRuns: runs, endOnFailure: true });
    expect(await headsOf(server.surface.store)).toEqual(before);
  });
});
