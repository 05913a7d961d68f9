import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { type Moment, rowsOf } from '../../../../test/support/view-rows.ts';
import { ALICE, BOB, workScenes } from '../../../../test/support/work-world.ts';
import { CLAIMS_VIEW, type ClaimRow } from './claims-view.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const presence = {
    present: () => undefined,
    endsWithProcess: (agent: string) => agent === BOB.agent,
  };
  const world = workScenes(engine, { presence });
  const claims = (moment?: Moment) =>
    rowsOf<ClaimRow>(
      ...([world.server, world.workspace, CLAIMS_VIEW] as const),
      { project: 'p' },
      {
        ...(moment ?? { nowMs: 60_000, claims: { staleMs: 0, present: undefined } }),
      },
    );

  it('[OB64] a claim says who holds what, since when and until when', async () => {
    await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c' });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    await world.ask('graph_next', { project: 'p', claim: true }, BOB);
    const rows = await claims();
    const ofAlice = rows.find(({ by }) => by === 'alice');
    const ofBob = rows.find(({ by }) => by === 'bob');
    expect(rows).toHaveLength(2);
    expect(ofAlice).toMatchObject({ summary: 'a', state: 'actionable', ofProcess: false });
    expect(ofAlice?.untilMs).toBe((ofAlice?.atMs ?? 0) + 60_000);
    expect(ofAlice).not.toHaveProperty('stale');
    expect(ofBob).toMatchObject({ summary: 'b', ofProcess: true });
  });

  it('[OB64] a claim that ended by its age or with its process is shown as such', async () => {
    await world.plan({ ref: 'a' }, { ref: 'b' });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    await world.ask('graph_next', { project: 'p', claim: true }, BOB);
    const gone = await claims({ nowMs: 0, claims: { staleMs: 0, present: new Set(['alice']) } });
    expect(gone.map(({ by, stale }) => [by, stale]).sort()).toEqual([
      ['alice', undefined],
      ['bob', 'process'],
    ]);
    const old = { staleMs: Date.UTC(2030, 0), present: undefined };
    const ended = await claims({ nowMs: Date.UTC(2030, 0), claims: old });
    expect(ended.map(({ stale }) => stale)).toEqual(['age', 'age']);
  });

  it('[OB64] what is finished or released is held by nobody', async () => {
    const { a, b } = await world.plan({ ref: 'a' }, { ref: 'b' });
    await world.ask('graph_next', { project: 'p', claim: true, count: 2 }, ALICE);
    await world.update(a as string, { resolved: true }, ALICE);
    await world.update(b as string, { release: true }, ALICE);
    expect(await claims()).toEqual([]);
  });
});
