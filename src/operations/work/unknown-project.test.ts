/** What an unknown project of the work graph is answered with, by docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('an unknown project on $name', (engine) => {
  const world = workScenes(engine);

  const nextCalls = async (args: object) => {
    const reply = await world.server.call('graph_next', args);
    expect(reply.refusal).toBe('PROJECT_NOT_FOUND');
    return reply.suggestions.map(({ target, params }) => [target, params]);
  };

  it('[WO120] in a new workspace the next call creates it, without init', async () => {
    const call = { workspace: 'new', project: 'parser' };
    expect(await nextCalls({ ...call, claim: true })).toEqual([['graph_plan', call]]);
    const reply = await world.server.call('graph_plan', call);
    expect(JSON.parse(reply.text)).toMatchObject({ project: 'parser', created: [] });
  });

  it('[WO120] the nearest name is proposed, else the list', async () => {
    const { workspace } = world;
    await world.ask('graph_open', { project: 'parser' });
    expect(await nextCalls({ workspace, project: 'parsr' })).toEqual([
      ['graph_onboard', { project: 'parser', workspace }],
    ]);
    expect(await nextCalls({ workspace, project: 'zebra' })).toEqual([
      ['graph_onboard', { workspace }],
    ]);
  });

  it('[CA115] init is proposed first only where the next call needs a workspace', async () => {
    const reply = await world.server.call('graph_update', {
      workspace: 'new-node',
      updates: [{ node_id: 'nowhere', resolved: true }],
    });
    expect(reply.refusal).toBe('NODE_NOT_FOUND');
    expect(reply.suggestions.map(({ target }) => target)).toEqual(['graph_onboard']);
  });
});
