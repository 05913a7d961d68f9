/** No text of a caller stops the event loop for much longer than its JSON takes. */

import { afterAll, expect, it } from 'vitest';
import { keepSecrets } from '../src/kernel/kept-secrets.ts';
import { LIMITS } from '../src/kernel/limits.ts';
import { HOSTILE_CALLS, type HostileCall } from './support/hostile-calls.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { jsonMs, MAX_MULTIPLE, multipleOf } from './support/json-multiple.ts';
import { spentBy } from './support/sql-time.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';
import { TEXT_WORKS } from './support/text-works.ts';

/** Long enough for quadratic work to exceed the multiple many times. */
const LENGTH = 8_000;

const TEXTS = hostileTexts(LENGTH).map((each) => ({ ...each, json: jsonMs({ text: each.text }) }));

it.each(Object.entries(TEXT_WORKS))(
  '[CA120] %s takes a bounded multiple of JSON for every hostile text',
  { timeout: 300_000 },
  (_, work) => {
    const slow = TEXTS.flatMap(({ name, text, json }) => {
      const multiple = multipleOf(() => work(text), { text }, json);
      return multiple > MAX_MULTIPLE ? [`${name}: ${Math.round(multiple)}`] : [];
    });
    expect(slow).toEqual([]);
  },
);

/** Each took minutes at this length. */
const AT_THE_LIMIT = {
  sameWords: `x${'('.repeat(LIMITS.text - 2)}x`,
  differsLittle: `x${'"'.repeat(LIMITS.text - 2)}x`,
  filesIn: 'a'.repeat(LIMITS.text),
  unfilled: `<fill: ${' '.repeat(LIMITS.text - 8)}x`,
  redactText: `token: a${'.'.repeat(LIMITS.text - 9)}x`,
  shownWhole: `${'.'.repeat(LIMITS.text - 1)}x`,
  slugOf: '\u0301\u0323'.repeat(LIMITS.text / 2),
};

it.each(Object.entries(AT_THE_LIMIT))(
  '[CA120] %s takes a bounded multiple of JSON for the longest text',
  { timeout: 300_000 },
  (name, text) => {
    const multiple = multipleOf(() => TEXT_WORKS[name]?.(text), { text });
    expect(Math.min(multiple, MAX_MULTIPLE)).toBe(multiple);
  },
);

it('[CA120] a list with many items that are sent back redacted takes a bounded multiple', () => {
  const stored = Array.from({ length: 9_000 }, (_, at) => `a${at}`);
  const sent = [...stored.toReversed(), '<redacted>'];
  const multiple = multipleOf(() => keepSecrets(sent, stored), sent);
  expect(Math.min(multiple, MAX_MULTIPLE)).toBe(multiple);
});

/** Calls with the same calls before them share a memory. */
const memories = new Map<HostileCall['before'], Promise<TestSurface>>();

async function memoryAfter(before: HostileCall['before']): Promise<TestSurface> {
  const server = await openTestSurface({ thoughts: { stages: false }, defaultWorkspace: 'acme' });
  for (const { tool, args } of [{ tool: 'init', args: {} }, ...(before ?? [])]) {
    const reply = await server.call(tool, args);
    expect(reply.isError ? reply.text.slice(0, 500) : '').toBe('');
  }
  return server;
}

afterAll(async () => {
  for (const server of memories.values()) await (await server).close();
});

it.each(HOSTILE_CALLS.map((call) => [call.name, call] as const))(
  '[CA120] %s: the call takes a bounded multiple of JSON outside of SQL',
  { timeout: 300_000 },
  async (_, { tool, args, before, reads = args, refused }) => {
    const memory = memories.get(before) ?? memoryAfter(before);
    memories.set(before, memory);
    const server = await memory;
    let answer = '';
    const { outside } = await spentBy(async () => {
      const { isError, text } = await server.call(tool, args);
      answer = isError ? text.slice(0, 2_000) : 'done';
    });
    expect(answer).toContain(refused ?? 'done');
    const multiple = outside / jsonMs(reads);
    expect(Math.min(multiple, MAX_MULTIPLE)).toBe(multiple);
  },
);
