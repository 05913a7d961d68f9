/** Work by its ids; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { nearAs } from '../../../test/support/recall.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('recall of work on $name', (engine) => {
  const world = workScenes(engine);
  const open = async (id: string) => (await world.ask('recall', { id })).result;

  it('[RC67] opens nodes and projects with their relations', async () => {
    const ids = await world.plan(
      { ref: 'lexer', summary: 'Lexer' },
      { ref: 'numbers', summary: 'Numbers', depends_on: ['lexer'] },
    );
    const numbers = await open(ids.numbers ?? '');
    expect(numbers).toMatchObject({ kind: 'work', in: 'p', content: { summary: 'Numbers' } });
    expect(nearAs(numbers, 'parent')).toEqual([world.root]);
    expect(nearAs(numbers, 'depends on')).toEqual([ids.lexer]);
    expect(nearAs(await open(ids.lexer ?? ''), 'needed by')).toEqual([ids.numbers]);
    const project = await open('p');
    expect(project).toMatchObject({ kind: 'project', content: { root: { id: world.root } } });
    expect(new Set(nearAs(project, 'child'))).toEqual(new Set([ids.lexer, ids.numbers]));
    await world.update(ids.lexer ?? '', {
      resolved: true,
      add_evidence: [{ type: 'git', ref: '4f2' }],
    });
    expect(await open(`work:${ids.lexer}`)).toMatchObject({ state: 'resolved' });
    const evidence = await open(String(await world.head()));
    expect(evidence).toMatchObject({ kind: 'evidence', in: ids.lexer });
  });

  it('[RC111] shows what related nodes are about', async () => {
    const ids = await world.plan({ ref: 'a', summary: 'Lexer' }, { ref: 'b', summary: 'Numbers' });
    const edges = [{ from: ids.a, to: ids.b, type: 'relates_to' }];
    await world.ask('graph_connect', { edges });
    expect((await open(ids.a ?? '')).near).toContainEqual({
      id: ids.b,
      as: 'relates_to',
      text: 'Numbers',
    });
    expect((await open(ids.b ?? '')).near).toContainEqual({
      id: ids.a,
      as: 'relates_to this',
      text: 'Lexer',
    });
  });

  it('[RC67] [RC72] leads from a merged node to its heir', async () => {
    const ids = await world.plan({ ref: 'a', summary: 'A' }, { ref: 'b', summary: 'B' });
    await world.restructure({ op: 'merge', source: ids.a, target: ids.b });
    const merged = await open(ids.a ?? '');
    expect(merged).toMatchObject({ state: 'merged', content: { merged_into: ids.b } });
    expect(nearAs(merged, 'merged into')).toEqual([ids.b]);
  });

  it('[RC73] shortens a node with many properties by its last ones', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `property_${n}`);
    const properties = Object.fromEntries(names.map((name) => [name, `the value of ${name}`]));
    const ids = await world.plan({ ref: 'lexer', summary: 'Lexer', properties });
    for (const most of [1_200, 1_500, 1_800]) {
      const { result } = await world.ask('recall', { id: ids.lexer, max_chars: most });
      expect(result.content).toMatchObject({ summary: 'Lexer', properties: expect.anything() });
      const shown = Object.keys(result.content.properties);
      expect(shown).toEqual(names.slice(0, shown.length));
      expect(shown.length).toBeGreaterThan(most / 100 - 12);
    }
  });

  it('[RC70] offers the choice if a project and a branch have one name', async () => {
    await world.ask('init');
    await world.ask('branch_create', { name: 'p' });
    const { choices } = await open('p');
    expect(choices.map((each: Shown) => each.id)).toEqual(['project:p', 'branch:p']);
    expect(await open('branch:p')).toMatchObject({ kind: 'branch' });
  });
});
