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
    expect(await at({ project: null })).toEqual({});
    expect(await at({ project: 'q', task: 't' })).toEqual({ project: 'q', task: 't' });
    expect(await at({ project: null, task: 'u' })).toEqual({ task: 'u' });
    await at({ project: 'q' });
    const session = await world.begin({ task: 'v' });
    expect(await about(session)).toMatchObject({ project: 'q', tags: ['task:v'] });
  });

  it('[TH93] a domain is known in any case; one without models is accepted, with those that have', async () => {
    await world.begin();
    expect(await world.ask('navigate', { domain: 'Debugging' })).toMatchObject({
      ...{ stage: 3, activeDomain: 'debugging' },
    });
    const { filter } = await world.ask('mental_models list_models');
    expect(filter).toBe('debugging');
    const unknown = await world.ask('navigate', { domain: 'planing' });
    expect(unknown.activeDomain).toBe('planing');
    expect(unknown.note).toMatch(/^no mental models for it; there are some for planning, /);
    const begun = await world.ask('start_new', { domain: 'cooking' });
    expect(begun.note).toContain('decision-making');
    expect(await world.ask('start_new', { domain: 'ANALYSIS' })).not.toHaveProperty('note');
  });

  it('[TH20] no place and invalid names are refused, and the place stays', async () => {
    const nowhere = await world.refused('navigate');
    expect(nowhere).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'project' } });
    for (const args of [{ project: '../x' }, { task: 'a|b' }, { aspect: '' }, { task: null }]) {
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

  it('[TH60] lists and searches name the project that they are narrowed to, and null leaves it', async () => {
    const first = await world.begin({ project: 'p1' });
    await world.think('zebrapurge');
    await world.ask('start_new', { project: 'p2' });
    for (const [what, args] of [
      ['session search', { query: 'zebrapurge' }],
      ['session list', { search: 'zebrapurge' }],
      ['list_sessions', { search: 'zebrapurge' }],
    ] as const) {
      const here = await world.ask(what, args);
      expect(here).toMatchObject({ count: 0, project: 'p2' });
      expect(here.note).toBe('only project p2; project: null for all');
      const all = await world.ask(what, { ...args, project: null });
      expect(all.sessions).toMatchObject([{ id: first }]);
      expect(all).not.toHaveProperty('project');
      const named = await world.ask(what, { ...args, project: 'p1' });
      expect(named).toMatchObject({ count: 1, project: 'p1' });
      expect(named).not.toHaveProperty('note');
    }
    await world.ask('navigate', { project: null });
    const left = await world.ask('session search', { query: 'zebrapurge' });
    expect(left.count).toBe(1);
    expect(left).not.toHaveProperty('project');
  });

  it('[TH60] [TH3] if the project has no session, those of others are proposed', async () => {
    await world.begin({ project: 'p1' });
    await world.think('Something');
    await world.ask('navigate', { project: 'p2' });
    const refusal = await world.refused('load_context', { sessionId: 'latest' });
    expect(refusal.message).toContain('in project p2');
    const [{ args }] = refusal.details.next;
    expect((await world.ask('list_sessions', args)).count).toBe(1);
  });
});
