/** A session of an archive that has no title of its own; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { eachInSession, type ThoughtWorld } from '../../../test/support/thought-world.ts';
import { provisionalTitle } from '../../domain/thoughts/session-title.ts';
import { enterSession } from './enter-session.ts';
import { readStoredSession } from './read-stored-session.ts';

describe.each(MAIN_ENGINES)('entering a session on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, id) => {
    world = given;
    session = id;
  });

  it('[TH56] [AR41] titles it by its first thought, keeps its cells, and knows it the second time', async () => {
    await world.think('S1|O|Pages are slow');
    await world.think('Later');
    const { store } = world.server.surface;
    const stored = await store.read(world.workspace, (tx) => readStoredSession(tx, session));
    if (!stored) throw new Error('the session was not stored');
    const [first, ...others] = stored.thoughts;
    const thoughts = first ? [{ ...first, cells: ['n:c'] }, ...others] : [];
    const archived = { ...stored, thoughts, title: provisionalTitle(stored.createdMs) };
    const writer = { workspace: `${world.workspace}-copy`, agent: 'a', nowMs: 1 };
    const enter = () => store.write(writer, (tx) => enterSession(tx, archived));
    expect(await enter()).toBe('entered');
    expect(await enter()).toBe('unchanged');
    const copy = await store.read(writer.workspace, (tx) => tx.thoughts.session(session));
    expect(copy?.title).toBe('Pages are slow');
    const kept = await store.read(writer.workspace, (tx) => readStoredSession(tx, session));
    expect(kept?.thoughts[0]?.cells).toEqual(['n:c']);
  });
});
