/** `list_roots` and `bind_root` ask the client for its roots; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  dispatchReply,
  eachInSession,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import type { ClientReply } from '../../declaration/define-operation.ts';

const ROOTS = [
  { uri: 'file:///src/shop', name: 'Shop front' },
  { uri: 'file:///src/api/' },
  { uri: 'file:///' },
];

describe.each(MAIN_ENGINES)('roots of the client on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const call = (args: object, reply?: ClientReply) => dispatchReply(world, args, reply);

  it('[TH49] roots are asked for, listed, and bound', async () => {
    const first = await call({ operation: 'list_roots' });
    expect(first.ask).toEqual({ kind: 'roots' });
    expect(first.view).toMatchObject({ roots: [], count: 0, supported: false });
    expect(first.isError).toBe(false);
    const view = await call({ operation: 'list_roots' }, { kind: 'roots', roots: ROOTS });
    expect(view.ask).toBeUndefined();
    expect(view.view).toEqual({
      roots: [
        { uri: 'file:///src/shop', name: 'Shop front' },
        { uri: 'file:///src/api/', name: 'api' },
        { uri: 'file:///', name: 'file:///' },
      ],
      count: 3,
    });
    const bind = (rootUri: string | undefined, roots = ROOTS as readonly { uri: string }[]) =>
      call({ operation: 'bind_root', rootUri }, { kind: 'roots', roots });
    const bound = await bind('file:///src/shop');
    expect(bound.view).toEqual({
      success: true,
      boundRoot: { uri: 'file:///src/shop', name: 'Shop front' },
      project: 'Shop-front',
      sessions: 0,
    });
    expect(await world.ask('get_state')).toMatchObject({
      boundRoot: 'file:///src/shop',
      navigationContext: { project: 'Shop-front' },
    });
    const { sessionId } = await world.ask('start_new');
    const { session: made } = await world.ask('session get', { sessionId });
    expect(made.project).toBe('Shop-front');
    expect((await bind(undefined, [{ uri: 'file:///only' }])).view.project).toBe('only');
    expect((await bind('file:///..', [{ uri: 'file:///..' }])).view.project).toBe('_default');
  });

  it('[TH90] a root is named by its URI, its path or its name, under three parameters', async () => {
    const reply = { kind: 'roots', roots: [...ROOTS, { uri: 'file:///other/api' }] } as const;
    for (const [args, project] of [
      [{ rootPath: '/src/shop' }, 'Shop-front'],
      [{ rootPath: 'file:///src/shop/' }, 'Shop-front'],
      [{ uri: '/src/api' }, 'src-api'],
      [{ rootUri: '/other/api/' }, 'other-api'],
      [{ rootUri: 'Shop front' }, 'Shop-front'],
    ] as const) {
      const { view } = await call({ operation: 'bind_root', ...args }, reply);
      expect(view, JSON.stringify(args)).toMatchObject({ success: true, project, sessions: 0 });
    }
    await world.ask('start_new');
    const again = await call({ operation: 'bind_root', rootPath: '/src/shop' }, reply);
    expect(again.view, 'it tells that the project is in use').toMatchObject({ sessions: 1 });
    const both = { operation: 'bind_root', rootPath: '/src/shop', uri: '/src/api' };
    expect((await call(both, reply)).isError).toBe(true);
  });

  it('[TH91] a root that cannot be used leaves the others usable, and is told', async () => {
    const reply = { kind: 'roots', roots: [{ uri: 'https://host/x' }, ...ROOTS] } as const;
    const { view } = await call({ operation: 'list_roots' }, reply);
    expect(view).toMatchObject({ count: 3, note: expect.stringContaining('https://host/x') });
    const bound = await call({ operation: 'bind_root', rootPath: '/src/api' }, reply);
    expect(bound.view).toMatchObject({ success: true, project: 'api' });
    const none = await call({ operation: 'bind_root', rootUri: 'https://host/x' }, reply);
    expect(none.isError).toBe(true);
  });

  it('[TH49] an unknown root is refused with the known ones', async () => {
    const args = { operation: 'bind_root', rootUri: 'file:///other' };
    const { view, isError } = await call(args, { kind: 'roots', roots: ROOTS });
    expect(isError).toBe(true);
    expect(view).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: { field: 'rootUri', availableRoots: ROOTS.map(({ uri }) => uri) },
    });
    await world.follow(view);
    const which = await call({ operation: 'bind_root' }, { kind: 'roots', roots: ROOTS });
    expect(which.view.details.field).toBe('rootUri');
    expect((await world.ask('get_state')).boundRoot).toBeNull();
  });

  it('[TH49] the failure of a client is reported, and it is not asked again', async () => {
    for (const operation of ['list_roots', 'bind_root']) {
      const failed = { kind: 'failed', message: 'no roots today', state: '' } as const;
      const { view, ask, isError } = await call({ operation }, failed);
      expect(isError).toBe(false);
      expect(view).toMatchObject({ success: false, supported: true, count: 0 });
      expect(view.message).toContain('no roots today');
      expect(ask).toBeUndefined();
    }
    expect((await world.ask('get_state')).boundRoot).toBeNull();
  });
});
