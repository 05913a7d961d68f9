/** Which document the four tools of a trace mean, by the rules in docs/spec/trace.md. */

import { beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer, THOUGHT } from '../../../test/support/home-server.ts';

describe.each(MAIN_ENGINES)('the document of a trace on $name', (engine) => {
  const home = homeServer(engine);
  const { call } = home;

  beforeAll(() => call('branch_create', { name: 'idea' }));

  it('[TR7] is the trace of the checkout, or what ref and doc name', async () => {
    const place = ({ branch, doc }: { branch: string; doc: string }) => [branch, doc];
    const calls: readonly (readonly [string, object])[] = [
      ['trace_step', { step: 'x' }],
      ['trace_sequential_step', THOUGHT],
      ['trace_hydrate', {}],
      ['trace_validate', {}],
    ];
    for (const [tool, args] of calls) {
      expect(place(await call(tool, { ...args }))).toEqual(['main', 'trace']);
      expect(place(await call(tool, { ...args, ref: 'idea' }))).toEqual(['idea', 'trace']);
      expect(place(await call(tool, { ...args, doc: 'd' }))).toEqual(['main', 'd']);
      expect(await call(tool, { ...args, target: 'TASK-001', doc: 'd' })).toMatchObject({
        code: 'INVALID_INPUT',
      });
      expect(await call(tool, { ...args, target: 'TASK-001' })).toMatchObject({
        code: 'UNKNOWN_ID',
      });
    }
  });

  it('[TR7] is a trace once it began with a step, also after a rebuild', async () => {
    const { store } = home.server.surface;
    await call('trace_step', { doc: 'latest', step: 'x' });
    const kind = () => store.read('home', async (tx) => (await tx.documents.latest())?.kind);
    expect(await kind()).toBe('trace');
    await store.rebuild();
    expect(await kind()).toBe('trace');
    expect(await store.check()).toEqual([]);
  });
});
