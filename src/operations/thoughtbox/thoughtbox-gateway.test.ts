/** The form of the gateway's answers, and the other tools behind it; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { eachInWorkspace, type ThoughtWorld } from '../../../test/support/thought-world.ts';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { dispatch } from '../../surface/dispatch.ts';

describe.each(MAIN_ENGINES)('thoughtbox_gateway on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (opened) => {
    world = opened;
  });

  const call = (args: object) =>
    world.server.call(GATEWAY, { workspace: world.workspace, ...args }, world.caller);

  it('[TH3] answers and refusals are compact JSON, in text and structure', async () => {
    const good = await call({ operation: 'get_state' });
    expect(good.text).toBe(JSON.stringify(JSON.parse(good.text)));
    expect(good.structured).toEqual(JSON.parse(good.text));
    const bad = await call({ operation: 'thinking' });
    expect(bad.text).toBe(JSON.stringify(JSON.parse(bad.text)));
    expect(Object.keys(JSON.parse(bad.text))).toEqual(['code', 'message', 'details']);
  });

  it('[TH5] call gives the same answer as the tool itself', async () => {
    const { workspace } = world;
    const tools: readonly (readonly [string, object])[] = [
      ['status', { workspace }],
      ['notes_commit', { workspace, content: 'A note' }],
      ['graph_open', { workspace, project: 'p' }],
      ['tasks_create', { workspace, title: 'Plan' }],
      ['help', { tool: 'status' }],
      ['show', { workspace, doc: 'notes', max_chars: 300 }],
      // Refusals have the form of the tool's own.
      ['notes_commit', { workspace, contents: 'x' }],
      ['graph_next', { workspace, project: 'nowhere' }],
      ['tasks_snapshot', { workspace, task: 'TASK-999' }],
      ['show', { workspace, max_chars: -1 }],
    ];
    const frozen = { ...world.server.surface, now: () => 1 };
    for (const [tool, args] of tools) {
      const [one, other] = await Promise.all(
        [
          [tool, args],
          [GATEWAY, { operation: 'call', tool, args }],
        ].map(async ([name, given], n) => {
          // A workspace for each, so that both calls start from the same state.
          const moved = JSON.parse(
            JSON.stringify(given).replaceAll(workspace, `${workspace}-${n}`),
          );
          await world.server.call('init', { workspace: `${workspace}-${n}` });
          const asked = { tool: name as string, args: moved };
          const reply = await dispatch(frozen, asked, { agent: 'a', role: 'write' });
          return JSON.parse(JSON.stringify(reply).replaceAll(`${workspace}-${n}`, workspace));
        }),
      );
      const settled = ({ text, isError, refusal }: Record<string, unknown>) => ({
        text: String(text).replace(/[a-z][a-z0-9]{11}(?=")/g, 'node'),
        isError,
        refusal,
      });
      expect(settled(other), tool).toEqual(settled(one));
    }
  });

  it('[TH5] call accepts the tool inside args too, and the workspace beside it', async () => {
    const nested = { operation: 'call', args: { tool: 'notes_commit', args: { content: 'In' } } };
    const beside = { operation: 'call', tool: 'notes_commit', args: { content: 'Beside' } };
    for (const shape of [nested, beside]) {
      const reply = await call(shape);
      expect(reply.isError, reply.text).toBe(false);
    }
    const { entries } = await world.tool('show', { doc: 'notes' });
    expect(entries.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Beside',
      'In',
    ]);
    const inside = { workspace: world.workspace, content: 'Named' };
    const named = await world.server.call(
      GATEWAY,
      { operation: 'call', workspace: 'elsewhere', tool: 'notes_commit', args: inside },
      world.caller,
    );
    expect(named.isError, named.text).toBe(true);
    const pure = await call({ operation: 'call', tool: 'help', args: { tool: 'status' } });
    expect(pure.isError, pure.text).toBe(false);
  });

  it('[TH5] call refuses the gateway, unknown tools, and arguments outside args', async () => {
    const own = await world.refused('call', { tool: GATEWAY, args: { operation: 'get_state' } });
    expect(own).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'tool' } });
    await world.follow(own);
    for (const tool of [undefined, 7, null]) {
      expect((await world.refused('call', { tool, args: {} })).code).toBe('INVALID_PAYLOAD');
    }
    const unknown = await world.refused('call', { tool: 'tasks_crate', args: {} });
    expect(unknown.code).toBe('INVALID_OPERATION');
    expect(unknown.details.recovery).toContain('tasks_create');
    await world.follow(unknown);
    const beside = await world.refused('call', { tool: 'status', thought: 'x', args: {} });
    expect(beside).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'thought' } });
  });
});
