import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { rowsOf } from '../../../../test/support/view-rows.ts';
import { ALICE, workScenes } from '../../../../test/support/work-world.ts';
import type { Json } from '../../../kernel/json.ts';
import { redact } from '../../../kernel/redaction.ts';
import { type GoneNodeRow, NODE_VIEW, type NodeRow } from './node-view.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const world = workScenes(engine);
  const node = async (id = '') =>
    (await rowsOf<NodeRow>(world.server, world.workspace, NODE_VIEW, { id }))[0] as NodeRow;

  it('[OB65] shows all that is known about a node', async () => {
    const summary = 'x'.repeat(900);
    const { a, b, c } = await world.plan(
      { ref: 'part' },
      {
        ...{ ref: 'a', parent_ref: 'part', summary, depends_on: ['c'] },
        ...{ properties: { priority: 2, area: { deep: [1] } }, context_links: ['docs/a.md'] },
      },
      { ref: 'b', depends_on: ['a'] },
      { ref: 'c' },
    );
    await world.connect(a as string, b as string, 'relates_to');
    await world.update(
      a as string,
      { state: { step: 2 }, add_evidence: [{ type: 'test', ref: 'r'.repeat(9_000) }] },
      ALICE,
    );
    const row = await node(a);
    expect(row).toMatchObject({
      ...{ key: a, project: 'p', summary, state: 'blocked', priority: 2, by: 'tester' },
      ...{ note: { step: 2 }, properties: { area: { deep: [1] } }, links: ['docs/a.md'] },
      evidence: { total: 1, items: [{ type: 'test', by: 'alice', more: true }] },
      dependsOn: { total: 1, items: [{ id: c, state: 'actionable' }] },
      dependedBy: { total: 1, items: [{ id: b, state: 'blocked' }] },
      related: [{ id: b, type: 'relates_to', isFrom: true }],
    });
    expect(row.ancestors.map((each) => each.summary)).toEqual(['Goal', 'part']);
    expect(row.history.map(({ action, by }) => [action, by])).toEqual([
      ['updated', 'alice'],
      ['edge_added', 'tester'],
      ['created', 'tester'],
    ]);
    expect(JSON.stringify(row.history).length, 'long values are cut').toBeLessThan(6_000);
  });

  it('[OB65] counts what finishing it frees', async () => {
    const { a, alone, part, waits } = await world.plan(
      { ref: 'part' },
      { ref: 'a', parent_ref: 'part' },
      { ref: 'alone', depends_on: ['a'] },
      { ref: 'waits', depends_on: ['a', 'other'] },
      { ref: 'other' },
    );
    const freed = async () => (await node(a)).frees.items.map(({ id }) => id).sort();
    expect(await freed()).toEqual([part, alone].sort());
    const { newly_actionable: ready } = await world.resolve(a as string);
    expect(ready.map(({ id }: { id: string }) => id).sort()).toEqual([part, alone].sort());
    expect(await freed()).toEqual([]);
    expect((await node(waits)).state).toBe('blocked');
  });

  it('[OB65] a merged node leads to where it went, and an unknown one is nothing', async () => {
    const { a, b } = await world.plan({ ref: 'a' }, { ref: 'b' });
    await world.restructure({ op: 'merge', source: a, target: b });
    expect((await node(a)) as unknown as GoneNodeRow).toMatchObject({ key: a, mergedInto: b });
    expect(await node('nowhere')).toBeUndefined();
  });

  it('[OB65] a property is sent by its name, so that redaction knows a secret by it', async () => {
    const secret = 'hunter2hunter2';
    const long = { password: secret, more: 'x'.repeat(2_000) };
    const { a } = await world.plan({ ref: 'a', properties: { password: secret } });
    await world.update(a as string, { properties: { long } });
    const row = await node(a);
    expect(JSON.stringify(row)).toContain(secret);
    expect(JSON.stringify(redact(row as unknown as Json))).not.toContain(secret);
  });
});
