/** Where ids belong on the page, on every engine; named by the rules in docs/spec/observatory.md. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import { Hub } from '../hub.ts';
import { PLACE_VIEW } from './place-view.ts';

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
    return rows[0];
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

  it('[OB43] is unknown for anything else', async () => {
    await server.call('init', {});
    for (const id of ['TASK-999', 'CONFLICT-x', '../..', ':', 'a:b:c', '999999', '-1', "' or 1"]) {
      expect(await placeOf(id), id).toBeUndefined();
    }
  });
});
