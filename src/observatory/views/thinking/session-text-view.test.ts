import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  openThoughtWorld,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { followView } from '../../../../test/support/view-follower.ts';
import { SESSION_TEXT_VIEW, type SessionTextRow } from './session-text-view.ts';

describe.each(MAIN_ENGINES)('a session as text on $name', (engine) => {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  afterAll(() => world.close());

  it('[OB53] is the Markdown that an export gives, and follows the session', async () => {
    const session = await recordSlowPages(world);
    const text = await followView<SessionTextRow>(
      world.server,
      world.workspace,
      SESSION_TEXT_VIEW,
      { session },
    );
    const { content } = await world.ask('session export', {
      ...{ sessionId: session, format: 'markdown' },
    });
    expect(text.rows.get(session)?.text).toBe(content);
    await world.ask('cipher');
    await world.think('afterwards');
    expect((await text.catchUp()).get(session)?.text).toContain('afterwards');
  });
});
