/** A server of one project cannot use the sessions of others; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { connected, openThoughtWorld } from '../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('a server of one project on $name', (engine) => {
  it('[TH21] cannot use sessions of another', async () => {
    const world = await openThoughtWorld(engine);
    try {
      await world.next();
      const theirs = await world.begin({ project: 'theirs', sessionTitle: 'Theirs' });
      await world.think('S1|O|hidden word');
      const thoughts = { ...world.server.surface.facts.thoughts, project: 'ours' };
      Object.assign(world.server.surface.facts, { thoughts });
      const caller = connected('late');
      const ours = await world.begin({ sessionTitle: 'Ours' }, caller);
      await world.think('S1|O|open word', {}, caller);
      expect(await world.ask('get_state', {}, caller)).toMatchObject({
        navigationContext: { project: 'ours' },
      });
      for (const [what, args] of [
        ['list_sessions', {}],
        ['session list', {}],
        ['session list', { project: 'ours' }],
        ['session list', { project: null }],
        ['session search', { query: 'word', project: null }],
        ['list_sessions', { project: null }],
        ['session search', { query: 'word' }],
      ] as const) {
        const { sessions } = await world.ask(what, args, caller);
        expect(
          sessions.map(({ id }: Shown) => id),
          what,
        ).toEqual([ours]);
      }
      expect((await world.ask('session search', { query: 'hidden' }, caller)).count).toBe(0);
      await world.ask('navigate', { project: null }, caller);
      expect(await world.ask('list_sessions', {}, caller)).toMatchObject({
        ...{ count: 1, project: 'ours' },
      });
      for (const what of ['list_sessions', 'session list', 'navigate', 'start_new']) {
        const refusal = await world.refused(what, { project: 'theirs' }, caller);
        expect(refusal.details.field, what).toBe('project');
      }
      const cited = { title: 't', description: 'd', content: 'c', derivedFromSessions: [theirs] };
      for (const [what, args] of [
        ...['get', 'resume', 'export', 'analyze', 'extract_learnings'].map(
          (sub) => [`session ${sub}`, { sessionId: theirs }] as const,
        ),
        ['load_context', { sessionId: theirs }],
        ['thought', { sessionId: theirs, thought: 'x', nextThoughtNeeded: true }],
        ['knowledge create', cited],
      ] as const) {
        expect((await world.refused(what, args, caller)).code, what).toBe('SESSION_NOT_FOUND');
      }
      // A caller that worked in another project before the server was limited to this one.
      expect(await world.ask('get_state')).toMatchObject({ sessionId: null });
      const lost = await world.refused('thought', { thought: 'x', nextThoughtNeeded: true });
      expect(lost.code).toBe('SESSION_NOT_FOUND');
      await world.follow(lost);
      for (const what of ['navigate', 'start_new']) {
        const refusal = await world.refused(what, { project: 'theirs' }, caller);
        expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'project' } });
        await world.follow(refusal, caller);
        await world.ask(what, { project: 'ours' }, caller);
      }
    } finally {
      await world.close();
    }
  });
});
