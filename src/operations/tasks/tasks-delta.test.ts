/** `tasks_delta` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTaskList } from '../../../test/support/task-list.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_delta on $name', (engine) => {
  const world = useTaskWorld(engine, { once: createTaskList });

  const delta = (args: object = {}): Promise<Shown> => world.ask('tasks_delta', args);

  it.each([{ limit: 4 }, { limit: 50, max_chars: 900 }, { limit: 50, max_chars: 400 }])(
    '[TV25] continuing from next_since returns each event once: %j',
    async (page) => {
      const all = (await delta({ limit: 200, max_chars: 100_000 })).events;
      const seen: string[] = [];
      let since = 0;
      for (let turn = 0; turn < 60; turn++) {
        const { events, next_since, has_more, count } = await delta({ ...page, since });
        if (events) seen.push(...events.map((event: Shown) => event.event_id));
        if (count !== undefined) expect(count).toBe((events ?? []).length);
        since = next_since;
        if (!has_more) break;
      }
      expect(seen).toEqual(all.map((event: Shown) => event.event_id));
      expect(all.length).toBeGreaterThan(20);
    },
  );

  it('[TV25] accepts a seq or an event id, and at the end returns only new events', async () => {
    const { events } = await delta({ limit: 3 });
    const { seq, event_id } = events[1];
    const bySeq = await delta({ since: seq, limit: 2 });
    expect(await delta({ since: event_id, limit: 2 })).toEqual(bySeq);
    expect(bySeq.events[0]).toEqual(events[2]);
    const end = await delta({ since: 10_000 });
    expect(end).toMatchObject({ events: [], has_more: false, next_since: 10_000 });
    const { next_since } = await delta({ limit: 200, max_chars: 100_000 });
    expect(await delta({ since: next_since })).toMatchObject({ events: [], next_since });
    await world.ask('notes_commit', { content: 'No event of a task.' });
    await world.ask('tasks_complete', { task: 'TASK-014', status: 'ACTIVE' });
    expect(await delta({ since: next_since })).toMatchObject({
      events: [{ type: 'task_completed', task_id: 'TASK-014' }],
    });
    await world.ask('tasks_complete', { task: 'TASK-014', status: 'TODO' });
    for (const since of ['evt_x', 'yesterday', -1, 1.5, 'evt_9999999999999999']) {
      expect(await world.refused('tasks_delta', { since })).toBe('INVALID_INPUT');
    }
  });
});
