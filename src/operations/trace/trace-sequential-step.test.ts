/** Numbered thoughts of a trace, by the rules in docs/spec/trace.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer, THOUGHT } from '../../../test/support/home-server.ts';

describe.each(MAIN_ENGINES)('trace_sequential_step on $name', (engine) => {
  const { call } = homeServer(engine);

  const think = (doc: string, thoughtNumber: number, more: object = {}) =>
    call('trace_sequential_step', { ...THOUGHT, doc, thoughtNumber, ...more });

  it('[TR3] stores all given fields under the same names', async () => {
    const order = {
      thoughtNumber: 2,
      totalThoughts: 3,
      nextThoughtNeeded: false,
      isRevision: true,
      revisesThought: 1,
      branchFromThought: 1,
      branchId: 'side',
      needsMoreThoughts: 'maybe',
      confidence: 0.5,
      goal: 'Know why',
    };
    await think('all', 1);
    const { entry } = await call('trace_sequential_step', {
      ...order,
      doc: 'all',
      thought: 'Because.',
      message: 'T',
      meta: { mine: 1 },
    });
    expect(entry).toMatchObject({
      title: 'T',
      format: 'trace_sequential_step',
      content: 'Because.',
      meta: { mine: 1, ...order },
    });
  });

  it('[TR6] records a thought with an invalid number, which trace_validate reports', async () => {
    await think('astray', 7);
    expect(await think('astray', 5)).toHaveProperty('entry');
    expect(await call('trace_validate', { doc: 'astray' })).toMatchObject({ ok: false });
  });

  it.each(['revisesThought', 'branchFromThought'])(
    '[TR16] refuses %s of a thought that does not exist, and writes nothing',
    async (field) => {
      await think(field, 1);
      await call('trace_step', { doc: field, step: 'Not a thought' });
      const refused = await think(field, 2, { [field]: 9 });
      expect(refused).toMatchObject({
        code: 'UNKNOWN_ID',
        message: `${field}: no thought 9 in ${field}`,
      });
      expect(await call('trace_validate', { doc: field })).toMatchObject({ ok: true, checked: 2 });
      expect(await think(field, 2, { [field]: 1 })).toHaveProperty('entry');
    },
  );
});
