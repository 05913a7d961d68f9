/** What each caller may do, named by the rules in docs/spec/calls.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { examplesFor } from '../../test/support/examples.ts';
import { headsOf } from '../../test/support/journal.ts';
import {
  onlyReads,
  openTestSurface,
  setScene,
  type TestSurface,
} from '../../test/support/surface.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import type { Caller } from './caller.ts';

const READER: Caller = { agent: 'reader', role: 'read' };
const BOUND: Caller = { agent: 'bound', role: 'write', workspaces: ['acme', 'acme-two'] };

let server: TestSurface;
let before: Record<string, number>;

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'own' });
  await server.call('init', { workspace: 'acme' });
  await server.call('init', { workspace: 'acme-tow' });
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await headsOf(server.surface.store);
});

const heads = () => headsOf(server.surface.store);

describe('a caller that may only read', () => {
  it.each(CATALOGUE.filter((each) => each.effect === 'write'))(
    '[CA14] is refused $name in calls that write',
    async (operation) => {
      const { name } = operation;
      const writing = examplesFor(operation).examples.find(
        ({ args }) => !onlyReads(operation, args),
      );
      const reply = await server.call(name, { ...writing?.args, workspace: 'acme' }, READER);
      expect(reply.isError).toBe(true);
      expect(reply.refusal).toBe('FORBIDDEN');
      expect(await heads()).toEqual(before);
    },
  );

  it('[CA14] is answered by every tool in calls that only read', async () => {
    for (const operation of CATALOGUE) {
      const { name } = operation;
      const { examples } = examplesFor(operation, name);
      const example = examples.find(({ args }) => onlyReads(operation, args));
      if (!example) continue;
      await setScene(server, example);
      const scene = await heads();
      const reply = await server.call(name, example.args, READER);
      expect(reply.isError, reply.text).toBe(false);
      expect(await heads()).toEqual(scene);
    }
  });

  it.each([
    ['show', {}],
    ['branch_list', {}],
    ['diff', { from: 'main', to: 'main' }],
    ['status', {}],
  ])(
    '[CA15] changes nothing by %s, not even if the server’s own workspace is new',
    async (name, args) => {
      const fresh = await openTestSurface({ defaultWorkspace: 'own' });
      try {
        await fresh.call(name, args, READER);
        expect(await headsOf(fresh.surface.store)).toEqual({});
      } finally {
        await fresh.close();
      }
    },
  );

  it('[CA30] never gets a suggestion that writes', async () => {
    for (const args of [{ workspace: 'nowhere' }, { workspace: 'acme', branch: 'nope' }]) {
      const reply = await server.call('show', args, READER);
      expect(reply.isError).toBe(true);
      for (const next of reply.suggestions) {
        if (next.action !== 'call_tool') continue;
        const followed = await server.call(next.target, next.params, READER);
        expect(followed.refusal, next.target).not.toBe('FORBIDDEN');
      }
    }
  });
});

describe('a caller bound to some workspaces', () => {
  it('[CA16] is not told the server’s own workspace, and means its only one', async () => {
    const several = await server.call('status', {}, BOUND);
    expect(several.isError).toBe(true);
    expect(several.text).toContain('workspace: required');
    expect(several.text).not.toContain('own');
    const only: Caller = { ...BOUND, workspaces: ['acme'] };
    const { structured } = await server.call('status', {}, only);
    expect(structured).toMatchObject({ workspace: 'acme' });
  });

  it('[CA16] works in its own workspaces', async () => {
    const note = { workspace: 'acme', content: 'x' };
    expect((await server.call('notes_commit', note, BOUND)).isError).toBe(false);
    expect((await server.call('help', {}, BOUND)).isError).toBe(false);
  });

  it.each([
    ['notes_commit', { workspace: 'acme-tow', content: 'x' }],
    ['show', { workspace: 'acme-tow' }],
    ['status', { workspace: 'acme-tow' }],
    ['init', { workspace: 'brand-new' }],
  ])('[CA16] is refused elsewhere: %s %j', async (tool, args) => {
    const reply = await server.call(tool, args, BOUND);
    expect(reply.isError).toBe(true);
    expect(reply.text).toContain('FORBIDDEN');
    expect(reply.text).toContain('acme, acme-two');
    expect(await heads()).toEqual(before);
  });

  it('[CA17] is not told the name of another caller’s workspace as the nearest', async () => {
    const reply = await server.call('show', { workspace: 'acme-two' }, BOUND);
    expect(reply.text).toContain('UNKNOWN_WORKSPACE');
    expect(reply.text).not.toContain('acme-tow');
  });
});

describe('a caller that may write', () => {
  it('[CA18] is the agent of its events, at the time of its call', async () => {
    const ann: Caller = { agent: 'ann', role: 'write' };
    await server.call(
      'macro_branch_note',
      { workspace: 'acme', name: 'by-ann', content: 'x' },
      ann,
    );
    const events = await server.surface.store.read('acme', (tx) =>
      tx.journal.after(before.acme ?? 0, 9),
    );
    expect(events.map((event) => [event.type, event.agent])).toEqual([
      ['branch_created', 'ann'],
      ['checkout_changed', 'ann'],
      ['note_committed', 'ann'],
    ]);
    expect(new Set(events.map((event) => event.tsMs)).size).toBe(1);
  });
});
