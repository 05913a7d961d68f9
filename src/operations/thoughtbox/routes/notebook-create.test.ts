/** Tests of `notebook create`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook create on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB1] creates a notebook with a title and a package.json, and answers its id', async () => {
    const made = await world.ask('notebook create', { name: 'Hit rate' });
    expect(made).toEqual({
      notebookId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      language: 'javascript',
      cellCount: 2,
    });
    const { notebookId } = made;
    const view = await world.ask('notebook get', { notebookId });
    expect(view).toMatchObject({ id: notebookId, title: 'Hit rate', language: 'javascript' });
    expect(view.cells.map(({ type, text, filename }: Shown) => text ?? filename ?? type)).toEqual([
      'Hit rate',
      'package.json',
    ]);
    const typed = await world.ask('notebook create', { title: 'T', language: 'typescript' });
    expect(typed.language).toBe('typescript');
  });

  it('[NB1] fills in a template, under the name of the notebook', async () => {
    const request = { name: 'My notes', template: 'sequential-feynman', topic: 'Closures' };
    const { notebookId, cellCount } = await world.ask('notebook create', request);
    expect(cellCount).toBe(12);
    const { title, cells } = await world.ask('notebook get', { notebookId });
    expect([title, cells[0].text]).toEqual(['My notes', 'My notes']);
    const whole = JSON.stringify(cells);
    expect(whole).toContain('Closures');
    expect(whole).toContain('2026-01-05');
    expect(whole).not.toContain('{{');
  });

  it('[NB92] a wrong template or language is refused with the caller’s own name', async () => {
    for (const wrong of [{ template: 'foo' }, { language: 'cobol' }]) {
      const refusal = await world.refused('notebook create', { name: 'My book', ...wrong });
      expect(refusal.details.next).toMatchObject([
        { args: { subOperation: 'create', name: 'My book' } },
      ]);
      await world.follow(refusal);
    }
    const { notebooks } = await world.ask('notebook list');
    expect(notebooks.map(({ title }: Shown) => title)).toEqual(['My book', 'My book']);
    const cell = { notebookId: notebooks[0].id, cellType: 'foo', content: 'x' };
    const [call] = (await world.refused('notebook add_cell', cell)).details.next;
    expect(call.args.notebookId).toBe(cell.notebookId);
  });

  it('[NB2] a repeated call with the same call_id creates nothing more', async () => {
    const call = { name: 'Once', call_id: 'create-1' };
    const first = await world.ask('notebook create', call);
    expect(await world.ask('notebook create', call)).toMatchObject(first);
    expect((await world.ask('notebook list')).count).toBe(1);
  });

  it('[NB1] refuses a missing or malformed name, and an unknown template', async () => {
    for (const [args, field] of [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'a', title: 'b' }, 'title'],
      [{ name: 'a', template: 'none' }, 'template'],
      [{ name: 'a', language: 'python' }, 'language'],
    ] as const) {
      const refusal = await world.refused('notebook create', args);
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field } });
      await world.follow(refusal);
    }
  });

  it('[TH48] [NB18] needs stage 2, except for a caller that only reads; longer names mean the same', async () => {
    await world.next();
    expect((await world.refused('notebook create', { name: 'n' })).code).toBe(
      'STAGE_REQUIREMENT_NOT_MET',
    );
    await world.begin();
    const { notebookId } = await world.ask('notebook create_notebook', { name: 'n' });
    expect((await world.ask('notebook list_notebooks')).count).toBe(1);
    expect((await world.ask('notebook get_notebook', { notebookId })).id).toBe(notebookId);
    const cell = { notebookId, type: 'markdown', content: 'm' };
    const { cellId } = await world.ask('notebook insert_cell', cell);
    await world.ask('notebook edit_cell', { notebookId, cellId, content: 'n' });
    await world.ask('notebook remove_cell', { notebookId, cellId });
    const { content } = await world.ask('notebook export_notebook', { notebookId });
    await world.ask('notebook import', { content });
    await world.ask('notebook delete_notebook', { notebookId });
    const reader = { agent: 'reader', role: 'read' } as const;
    expect((await world.ask('notebook list', {}, reader)).count).toBe(1);
  });
});
