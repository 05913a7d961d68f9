/** Steps of a trace, by the rules in docs/spec/trace.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer, THOUGHT } from '../../../test/support/home-server.ts';

describe.each(MAIN_ENGINES)('trace_step on $name', (engine) => {
  const { call, head } = homeServer(engine);

  it('[TR1] [TR2] returns the entry, and show reads the same', async () => {
    const links = { mode: 'plan', supports: 'CARD-1', blocks: ['CARD-2'], base: 'main' };
    const given = { ...links, checkpoint_every: 5, meta: { mine: [1, null] } };
    const answer = await call('trace_step', { step: ' ä\n🧭 ', message: 'T', ...given });
    expect(answer).toEqual({
      workspace: 'home',
      branch: 'main',
      doc: 'trace',
      entry: {
        seq: expect.any(Number),
        ts: new Date(answer.entry.ts_ms).toISOString(),
        ts_ms: expect.any(Number),
        kind: 'note',
        title: 'T',
        format: 'trace_step',
        meta: { mine: [1, null], ...links, checkpoint_every: 5 },
        content: ' ä\n🧭 ',
      },
    });
    expect((await call('show')).entries).toEqual([answer.entry]);
  });

  it('[TR1] leaves out fields that were not given', async () => {
    const { entry } = await call('trace_step', { doc: 'bare', step: 'x' });
    expect(Object.keys(entry)).toEqual(['seq', 'ts', 'ts_ms', 'kind', 'format', 'content']);
  });

  it('[TR4] [TR5] refuses what contradicts itself, and writes nothing', async () => {
    const before = await head();
    for (const [tool, args] of [
      ['trace_step', { step: ' ' }],
      ['trace_step', { step: 'x', meta: { mode: 'plan' } }],
      ['trace_step', { step: 'x', supports: [] }],
      ['trace_step', { step: 'x', supports: Array.from({ length: 201 }, () => 'CARD-1') }],
      ['trace_sequential_step', { ...THOUGHT, thoughtNumber: 301 }],
      ['trace_sequential_step', { ...THOUGHT, isRevision: true }],
      ['trace_sequential_step', { ...THOUGHT, thoughtNumber: 0 }],
      ['trace_sequential_step', { ...THOUGHT, confidence: 1.5 }],
      ['trace_sequential_step', { ...THOUGHT, meta: { thoughtNumber: 2 } }],
    ] as const) {
      expect(await call(tool, args)).toMatchObject({ code: 'INVALID_INPUT' });
    }
    expect(await head()).toBe(before);
  });
});
