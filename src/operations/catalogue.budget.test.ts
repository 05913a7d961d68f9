/** Budgets through the tools, named by the rules in docs/spec/budgets.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LargeMemory, largeCall, openLargeMemory } from '../../test/support/large-memory.ts';
import type { TestSurface } from '../../test/support/surface.ts';
import type { JsonObject } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { commandLine } from '../surface/command-line.ts';
import type { Reply } from '../surface/render.ts';
import { CATALOGUE } from './catalogue.ts';

const CAPS = [0, 1, 2, 50, 120, 200, 400, 1000, 5000];
const READING = CATALOGUE.filter((each) => each.effect !== 'write');
const PORTALS = READING.filter((each) => each.isPortal);

/** The arguments are built when they are needed: some name things that exist only then. */
const VIEWS = [
  ...READING.filter((each) => !each.isPortal).map((operation) => ({
    name: operation.name,
    title: operation.name,
    args: () => largeCall(operation, memory),
  })),
  {
    name: 'graph_query',
    title: 'graph_query of work',
    args: (): JsonObject => ({ project: 'Größe', sort: 'created' }),
  },
  {
    name: 'graph_onboard',
    title: 'graph_onboard in full',
    args: (): JsonObject => ({ project: 'Größe', detail: 'full' }),
  },
];

let memory: LargeMemory;
let server: TestSurface;

beforeAll(async () => {
  memory = await openLargeMemory();
  server = memory.server;
});
afterAll(() => server.close());

interface Told {
  readonly result: JsonObject;
  readonly warnings: readonly { readonly code: string; readonly recovery: string }[];
}

/** Plain answers carry their warnings in the view itself. */
function told(reply: Reply): Told {
  const answer = JSON.parse(reply.text);
  if ('success' in answer) return answer;
  const { warnings = [], ...result } = answer;
  return { result, warnings };
}

const codesOf = (warnings: Told['warnings']) => warnings.map((each) => each.code);

function budgetOf(result: JsonObject) {
  const { budget, ...payload } = result;
  const size = Buffer.byteLength(JSON.stringify(payload));
  return { budget: budget as JsonObject | undefined, payload, size };
}

describe.each(VIEWS)('$title', ({ name, args: largeArgs }) => {
  it.each(CAPS)(
    '[BU1] [BU2] [BU3] [BU22] in %i bytes keeps its budget and reports it',
    async (max_chars) => {
      const reply = await server.call(name, { ...largeArgs(), max_chars });
      const { result, warnings } = told(reply);
      const { budget, payload, size } = budgetOf(result);
      const cap = Math.max(LIMITS.budgetFloor, max_chars);
      expect(size).toBeLessThanOrEqual(cap);
      expect(budget).toEqual({
        max_chars: cap,
        used_chars: size,
        truncated: codesOf(warnings).includes('BUDGET_TRUNCATED'),
      });
      expect(codesOf(warnings).includes('BUDGET_MIN_CLAMPED')).toBe(max_chars < LIMITS.budgetFloor);
      if (max_chars >= 1000) expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(max_chars);
      if (budget?.truncated !== true) expect(payload).toEqual((await whole()).payload);
    },
  );

  const whole = async () => budgetOf(told(await server.call(name, largeArgs())).result);

  it('[BU1] without a cap reports no budget, and is not cut', async () => {
    const { budget, payload } = await whole();
    expect(budget).toBeUndefined();
    expect(payload.truncated ?? false).toBe(false);
  });

  it('[BU12] max_bytes means the same, and the smaller one applies', async () => {
    const args = largeArgs();
    const chars = told(await server.call(name, { ...args, max_chars: 200 }));
    expect(told(await server.call(name, { ...args, max_bytes: 200 })).result).toEqual(chars.result);
    const both = { ...args, max_bytes: 5000, max_chars: 200 };
    expect(told(await server.call(name, both)).result).toEqual(chars.result);
  });

  it.each([0, 1, 3, 7])('[BU13] keeps %i lines', async (max_lines) => {
    const args = { ...largeArgs(), max_lines };
    const { budget } = budgetOf(told(await server.call(name, args)).result);
    expect(budget).toMatchObject({ max_lines });
    expect(budget?.used_lines).toBeLessThanOrEqual(max_lines);
    expect(budget).not.toHaveProperty('max_chars');
  });

  it('[BU7] is cut the same way twice', async () => {
    for (const max_chars of [120, 400, 1000]) {
      const args = { ...largeArgs(), max_chars };
      const [one, two] = [await server.call(name, args), await server.call(name, args)];
      expect(told(one).result).toEqual(told(two).result);
      expect(told(one).warnings).toEqual(told(two).warnings);
    }
  });
});

describe.each(PORTALS.map((operation) => ({ name: operation.name, args: largeCall(operation) })))(
  'the portal $name',
  ({ name, args }) => {
    const split = (reply: Reply) => {
      const lines = reply.text === '' ? [] : reply.text.split('\n');
      const first = lines.findIndex((line) => line.startsWith('WARNING: '));
      return first < 0 ? [lines, []] : [lines.slice(0, first), lines.slice(first)];
    };

    const sizeOf = (lines: readonly string[]) => Buffer.byteLength(lines.join('\n'));

    it.each(CAPS)('[BU14] in %i bytes keeps whole lines, the most important', async (max_chars) => {
      const reply = await server.call(name, { ...args, max_chars });
      const [lines = [], warnings = []] = split(reply);
      const [whole = []] = split(await server.call(name, { ...args, max_chars: 60_000 }));
      const cap = Math.max(LIMITS.budgetFloor, max_chars);
      const room = Math.max(cap - sizeOf([...warnings, '']), Math.min(cap, 200));
      expect(sizeOf(lines)).toBeLessThanOrEqual(room);
      const isCut = warnings.some((line) => line.startsWith('WARNING: BUDGET_TRUNCATED '));
      const [first = ''] = whole;
      const [next] = reply.suggestions.map(commandLine);
      const least = next === undefined ? [first] : [first, next];
      if (sizeOf(least) > room) expect(isCut).toBe(true);
      else expect(lines).toEqual(expect.arrayContaining(least));
    });

    it('[BU14] cut to one line, reports it in a few lines', async () => {
      const [lines = [], warnings = []] = split(await server.call(name, { ...args, max_lines: 1 }));
      expect(lines).toHaveLength(1);
      expect(warnings.length).toBeLessThanOrEqual(2);
    });

    it('[BU15] returns no more structured content than its cap, with its budget', async () => {
      for (const max_chars of CAPS) {
        const reply = await server.call(name, { ...args, max_chars });
        const { budget, size } = budgetOf(reply.structured);
        const cap = Math.max(LIMITS.budgetFloor, max_chars);
        expect(size, `of ${max_chars}`).toBeLessThanOrEqual(cap);
        expect(budget).toMatchObject({ max_chars: cap, used_chars: size });
      }
    });
  },
);

describe('every tool', () => {
  it.each(CATALOGUE)('[BU16] $name takes all three caps, or none if it writes', (operation) => {
    const caps = Object.keys(operation.fields).filter((each) =>
      /^max_(chars|bytes|lines)$/.test(each),
    );
    const writes = operation.effect === 'write' && !operation.router;
    expect(caps.sort()).toEqual(
      writes && operation.name !== 'graph_next' ? [] : ['max_bytes', 'max_chars', 'max_lines'],
    );
  });

  it('[BU16] a write reports everything it did, whatever its size', async () => {
    const content = 'ä'.repeat(100_000);
    const { result } = told(await server.call('notes_commit', { doc: 'large', content }));
    expect(result).toMatchObject({ entry: { content } });
  });

  it.each(READING)('[BU18] $name recommends only arguments that it takes', async (operation) => {
    const known = Object.keys(operation.fields);
    const knobs = ['cursor', 'limit', 'max_chars', 'max_bytes', 'max_lines'];
    for (const cap of [{ max_chars: 10 }, { max_lines: 0 }]) {
      const reply = await server.call(operation.name, { ...largeCall(operation, memory), ...cap });
      // An answer without a list or a line break fits into no lines at all.
      if ('max_lines' in cap && reply.text.includes('"used_lines":0,"truncated":false')) continue;
      expect(reply.text).toContain('BUDGET_');
      // After the warnings of an envelope come suggested calls, with arguments of other tools.
      const advice = reply.text.split('BUDGET_')[1]?.split('"suggestions":')[0] ?? '';
      const named = knobs.filter((knob) => new RegExp(`\\b${knob}\\b`).test(advice));
      expect(named.filter((knob) => !known.includes(knob))).toEqual([]);
    }
  });
});

describe('large answers', () => {
  const PROSE = 'Lorem ipsum. ';

  it('[BU11] without a cap stay below 60,000 bytes, and report that they were cut', async () => {
    for (let n = 0; n < 12; n++) {
      const content = `${n} ${PROSE.repeat(600)}`;
      await server.call('notes_commit', { doc: 'heap', content });
    }
    const { result, warnings } = told(await server.call('show', { doc: 'heap' }));
    const { budget, payload, size } = budgetOf(result);
    expect(budget).toBeUndefined();
    expect(payload.truncated).toBe(true);
    expect(size).toBeLessThanOrEqual(60_000);
    expect(codesOf(warnings)).toEqual(['BUDGET_TRUNCATED']);
    expect(size).toBeGreaterThan(0.7 * 60_000);
    const entries = payload.entries as readonly { readonly content: string }[];
    for (const { content } of entries) expect(content).toMatch(/ipsum\. $/);
    const more = told(await server.call('show', { doc: 'heap', max_chars: 200_000 }));
    expect(more.result.truncated).toBe(false);
  });

  it('[BU20] keep the newest entry, and shorten it only because it does not fit alone', async () => {
    const read = async (max_chars: number) => {
      const { result } = told(await server.call('show', { doc: 'heap', limit: 5, max_chars }));
      return result.entries as readonly { readonly content: string }[];
    };
    expect((await read(2_500)).map(({ content }) => content.slice(0, 3))).toEqual(['11 ']);
    expect((await read(2_500))[0]?.content).toMatch(/\.\.\.$/);
    const two = await read(17_000);
    expect(two.map(({ content }) => content.slice(0, 3))).toEqual(['10 ', '11 ']);
    for (const { content } of two) expect(content).toMatch(/ipsum\. $/);
  });

  it('[BU5] an answer shortened by its limit alone is not reported as cut by the budget', async () => {
    const { result, warnings } = told(await server.call('branch_list', { limit: 2 }));
    expect(result.truncated).toBe(true);
    expect(warnings).toEqual([]);
  });

  it.each([220, 300, 500])(
    '[BU19] in %i bytes a count counts everything that exists',
    async (max_chars) => {
      const { result } = told(await server.call('branch_list', { max_chars }));
      const { branches, count } = result;
      if (count !== undefined) expect(branches).toHaveLength(Number(count));
      expect(result.truncated).toBe(true);
    },
  );

  it('[WO22] a tree that was cut reports how many children exist', async () => {
    for (let max_chars = 400; max_chars < 8_000; max_chars += 200) {
      const { result } = told(
        await server.call('graph_context', { node_id: memory.workId, max_chars }),
      );
      const tree = result.children as JsonObject | undefined;
      if (!tree) continue;
      const shown = (tree.children ?? []) as readonly JsonObject[];
      expect(Math.max(shown.length, Number(tree.child_count ?? 0)), `${max_chars}`).toBe(1);
    }
  });

  it('[BU17] a refusal of a large call is small', async () => {
    const content = PROSE.repeat(15_000);
    const calls: readonly [string, JsonObject][] = [
      ['macro_branch_note', { name: 'main', content }],
      ['notes_commit', { branch: 'nowhere', content }],
      ['notes_commit', { content: 5, title: content }],
      ['branch_create', { name: content }],
      ['show', { doc: content }],
    ];
    for (const [tool, args] of calls) {
      const reply = await server.call(tool, args);
      expect(reply.isError).toBe(true);
      expect(Buffer.byteLength(reply.text), tool).toBeLessThanOrEqual(60_000);
    }
  });
});
