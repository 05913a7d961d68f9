/** How every route finds the session that a call names; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  connected,
  eachInWorkspace,
  LONER,
  NOBODY,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('finding a session on $name', (engine) => {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (given) => {
    world = given;
  });

  it('[TH17] a session is named by its id, current or latest', async () => {
    const [one, other] = [connected('one'), connected('other')];
    const first = await world.begin({ sessionTitle: 'First' }, one);
    const second = await world.begin({ sessionTitle: 'Second' }, other);
    const named = async (sessionId: string) =>
      (await world.ask('session get', { sessionId }, one)).session.id;
    expect(await named('current')).toBe(first);
    expect(await named('latest'), 'all are empty').toBe(second);
    expect(await named(first.toUpperCase())).toBe(first);
    await world.think('Later', {}, one);
    expect(await named('latest')).toBe(first);
    expect((await world.ask('load_context', { sessionId: 'latest' }, other)).sessionId).toBe(first);
  });

  it('[TH17] the latest session is one with thoughts, unless all are empty', async () => {
    const used = await world.begin();
    await world.think('Something');
    await world.ask('start_new', { sessionTitle: 'Merely started' });
    expect((await world.ask('session get', { sessionId: 'latest' })).session.id).toBe(used);
    const cold = connected('cold');
    expect((await world.ask('load_context', { sessionId: 'latest' }, cold)).sessionId).toBe(used);
  });

  it('[TH17] [TH3] an unknown session is SESSION_NOT_FOUND in every route', async () => {
    const ways: readonly (readonly [string, object])[] = [
      ['load_context', {}],
      ...['get', 'resume', 'export', 'analyze', 'extract_learnings'].map(
        (sub) => [`session ${sub}`, {}] as const,
      ),
      ['thought', { thought: 'x', nextThoughtNeeded: true }],
    ];
    await world.begin();
    await world.think('Over', { nextThoughtNeeded: false });
    for (const [what, args] of ways) {
      for (const sessionId of [NOBODY, 'current', 'no such', '%', "' or 1=1 --"]) {
        const refusal = await world.refused(what, { ...args, sessionId });
        expect(refusal.code, `${what} ${sessionId}`).toBe('SESSION_NOT_FOUND');
        // It would make the completed session the current one.
        if (sessionId !== 'current') await world.follow(refusal);
      }
    }
  });

  it('[TH17] [TH3] in an empty or new workspace the proposed call works too', async () => {
    const latest = await world.refused('load_context', { sessionId: 'latest' });
    expect(latest.code).toBe('SESSION_NOT_FOUND');
    await world.follow(latest);
    const fresh = { workspace: `${world.workspace}-fresh` };
    for (const caller of [connected('x'), LONER]) {
      const refusal = await world.refused('load_context', { ...fresh, sessionId: NOBODY }, caller);
      expect(refusal.code).toBe('SESSION_NOT_FOUND');
      await world.follow(refusal, caller);
    }
  });
});
