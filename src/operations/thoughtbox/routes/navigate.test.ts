/** Tests of `navigate`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  connected,
  eachInWorkspace,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('navigate on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  const about = async (sessionId: string): Promise<Shown> =>
    (await world.ask('session get', { sessionId })).session;

  it('[TH20] sets project, task and aspect; a new project or task clears what is below it', async () => {
    const at = async (args: object) => (await world.ask('navigate', args)).navigationContext;
    expect(await at({ project: 'p', task: 't', aspect: 'a' })).toEqual({
      ...{ project: 'p', task: 't', aspect: 'a' },
    });
    expect(await at({ aspect: 'b' })).toEqual({ project: 'p', task: 't', aspect: 'b' });
    expect(await at({ task: 'u' })).toEqual({ project: 'p', task: 'u' });
    expect(await at({ project: 'p' })).toEqual({ project: 'p', task: 'u' });
    expect(await at({ project: 'q' })).toEqual({ project: 'q' });
    expect(await at({ domain: 'debugging' })).toEqual({ project: 'q' });
    const session = await world.begin({ task: 'v' });
    expect(await about(session)).toMatchObject({ project: 'q', tags: ['task:v'] });
  });

  it('[TH20] no place and invalid names are refused, and the place stays', async () => {
    const nowhere = await world.refused('navigate');
    expect(nowhere).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'project' } });
    for (const args of [{ project: '../x' }, { task: 'a|b' }, { aspect: '' }, { project: null }]) {
      expect((await world.refused('navigate', args)).code).toBe('INVALID_PAYLOAD');
    }
    expect((await world.ask('get_state')).navigationContext).toEqual({});
    await world.follow(nowhere);
  });

  it('[TH20] [TH38] lists show the sessions of the caller’s project', async () => {
    await world.begin({ project: 'p' });
    const other = await world.begin({ project: 'q' });
    const listed = async (args: object = {}) =>
      (await world.ask('list_sessions', args)).sessions.map(({ id }: Shown) => id);
    expect(await listed()).toEqual([other]);
    expect(await listed({ project: 'p' })).toHaveLength(1);
    const stranger = connected('stranger');
    expect((await world.ask('list_sessions', {}, stranger)).count).toBe(2);
    expect((await world.ask('session get', { sessionId: other })).session.project).toBe('q');
  });
});
