/** Reading a trace in pages, by the rules in docs/spec/trace.md. */

import { beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer, THOUGHT } from '../../../test/support/home-server.ts';

describe.each(MAIN_ENGINES)('trace_hydrate on $name', (engine) => {
  const home = homeServer(engine);
  const { call } = home;

  const think = (doc: string, thoughtNumber: number, more: object = {}) =>
    call('trace_sequential_step', { ...THOUGHT, doc, thoughtNumber, ...more });

  beforeAll(async () => {
    for (let n = 1; n <= 60; n++) await think('long', n, { thought: `thought ${n}` });
    await call('branch_create', { name: 'later' });
    await call('trace_step', { ref: 'later', doc: 'long', step: 'apart' });
  });

  const contents = (page: { entries: readonly { content: string }[] }) =>
    page.entries.map(({ content }) => content);

  it('[TR8] returns the newest fifty entries, oldest first, and continues by its cursor', async () => {
    const page = await call('trace_hydrate', { doc: 'long' });
    expect(contents(page)).toEqual(Array.from({ length: 50 }, (_, n) => `thought ${n + 11}`));
    expect(page).toMatchObject({ truncated: false, pagination: { has_more: true, count: 50 } });
    const cursor = page.pagination.next_cursor;
    const older = await call('trace_hydrate', { doc: 'long', cursor });
    expect(contents(older)).toEqual(Array.from({ length: 10 }, (_, n) => `thought ${n + 1}`));
  });

  it('[TR8] sees what the branch inherits, as show does', async () => {
    const args = { ref: 'later', doc: 'long', limit_steps: 2 };
    const page = await call('trace_hydrate', args);
    expect(contents(page)).toEqual(['thought 60', 'apart']);
    const shown = await call('show', { branch: 'later', doc: 'long', limit: 2 });
    expect(page.entries).toEqual(shown.entries);
    expect(page.pagination).toEqual(shown.pagination);
  });

  it('[TR9] cuts statements to the given bytes, and reports it', async () => {
    await call('trace_step', { doc: 'wide', step: '界界界界' });
    const cut = (statement_max_bytes: number) =>
      call('trace_hydrate', { doc: 'wide', statement_max_bytes });
    expect(await cut(3)).toMatchObject({ truncated: true, entries: [{ content: '...' }] });
    expect(await cut(11)).toMatchObject({ truncated: true, entries: [{ content: '界界...' }] });
    expect(await cut(12)).toMatchObject({ truncated: false, entries: [{ content: '界界界界' }] });
    expect(await cut(2)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('[TR9] redacts a secret before it cuts it', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await call('trace_step', { doc: 'secret', step: `key ${secret}` });
    for (let bytes = 3; bytes < 50; bytes++) {
      const reply = await home.server.call('trace_hydrate', {
        doc: 'secret',
        statement_max_bytes: bytes,
      });
      expect(reply.text).not.toContain('ghp_');
    }
  });
});
