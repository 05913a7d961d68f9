/** Where ids belong on the page, on every engine; named by the rules in docs/spec/observatory.md. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import { Hub } from '../hub.ts';
import { PLACE_VIEW, type PlaceRow } from './place-view.ts';

describe.each(ENGINES)('the place of an id on $name', (engine) => {
  let server: TestSurface;
  let hub: Hub;

  beforeEach(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'acme' });
    const { store, now } = server.surface;
    hub = new Hub('acme', { store, now, claimTtlMinutes: 60, log: () => {} });
  });
  afterEach(async () => {
    hub.close();
    await server.close();
  });

  const placeOf = async (id: string) => {
    const { rows } = await hub.look((look) => PLACE_VIEW.page(look, { id }, undefined));
    return rows[0] as PlaceRow | undefined;
  };

  it('[OB43] is found for every kind of thing', async () => {
    await server.call('tasks_macro_start', { task_title: 'Find me' });
    await server.call('graph_open', { project: 'site', goal: 'Ship' });
    const [site] = await hub.look(({ tx }) => tx.work.projects(1));
    const node = site?.root ?? '';
    await server.call('thoughtbox_gateway', { operation: 'get_state' });
    expect(await placeOf('TASK-001')).toMatchObject({ view: 'tasks', rest: ['TASK-001'] });
    expect(await placeOf('task-001')).toMatchObject({ view: 'tasks', rest: ['TASK-001'] });
    expect(await placeOf('main')).toMatchObject({ view: 'memory', rest: ['main'] });
    expect(await placeOf('1')).toMatchObject({ view: 'history', query: { panel: 'event:1' } });
    expect(await placeOf(node)).toMatchObject({ view: 'work', rest: ['site', node] });
  });

  it('[OB121] is found for every id that the search shows', async () => {
    const result = async (tool: string, args: object) =>
      (await server.call(tool, args)).structured.result as Record<string, unknown>;
    await server.call('tasks_macro_start', { task_title: 'Find me' });
    await server.call('tasks_evidence_capture', { task: 'TASK-001', checks: ['npm test'] });
    await server.call('notes_commit', { content: 'Where is it?', branch: 'main', doc: 'notes' });
    await server.call('thoughtbox_gateway', { operation: 'start_new', sessionTitle: 'Why' });
    await server.call('thoughtbox_gateway', { operation: 'cipher' });
    const thought = { thought: 'Perhaps so.', thoughtNumber: 1, totalThoughts: 2 };
    await server.call('thoughtbox_gateway', {
      ...{ operation: 'thought', ...thought, nextThoughtNeeded: true },
    });
    const saved = { subOperation: 'create', id: 'warm', title: 'Warm', description: 'd' };
    await server.call('thoughtbox_gateway', { operation: 'knowledge', ...saved, content: 'c' });
    const { hits } = (await result('recall', { limit: 50 })) as {
      readonly hits: readonly { readonly id: string; readonly kind: string }[];
    };
    const views: Record<string, unknown> = {};
    for (const { id, kind } of hits) views[kind] = (await placeOf(id))?.view;
    expect(views).toEqual({
      ...{ plan: 'tasks', task: 'tasks', step: 'tasks', evidence: 'tasks', note: 'memory' },
      ...{ session: 'thinking', thought: 'thinking', pattern: 'memory' },
    });
    const idOf = (wanted: string) => hits.find(({ kind }) => kind === wanted)?.id ?? '';
    const [step, note, evidence] = [idOf('step'), idOf('note'), idOf('evidence')];
    expect(await placeOf(step)).toMatchObject({ query: { panel: `step:${step}` } });
    const entry = `entry:${Number(note.slice('evt_'.length))}`;
    expect(await placeOf(note)).toMatchObject({ rest: ['main', 'notes'], query: { panel: entry } });
    expect(await placeOf(evidence)).toMatchObject({ query: { panel: 'evidence:TASK-001' } });
    expect((await placeOf(idOf('thought')))?.rest).toEqual([idOf('session'), '1']);
    expect(await placeOf('TASK-001/STEP-99999999')).toBeUndefined();
    expect(await placeOf('evt_0000000000009999')).toBeUndefined();
  });

  it('[OB43] is unknown for anything else', async () => {
    await server.call('init', {});
    for (const id of ['TASK-999', 'CONFLICT-x', '../..', ':', 'a:b:c', '999999', '-1', "' or 1"]) {
      expect(await placeOf(id), id).toBeUndefined();
    }
  });
});
