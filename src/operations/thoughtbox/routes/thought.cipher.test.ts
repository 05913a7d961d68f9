/** Tests of `thought` in cipher: cards and edges of its steps; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const CHAIN = [
  'S1|O|User reports slow page loads',
  'S2|H|S1|Database queries causing latency',
  'S3|E|S2|Query logs show 2s avg response',
  'S4|H|S3|Missing index on users.email',
  'S5|E|S4|EXPLAIN shows full table scan',
  'S6|C|S4,S5|∴ Add index on users.email',
  'S7|P|S6|1. Create migration 2. Apply to staging 3. Verify 4. Deploy',
];

describe.each(MAIN_ENGINES)('cipher in the graph on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, begun) => {
    world = given;
    session = begun;
  });

  const graph = async () => {
    const { nodes, edges } = await world.tool('graph_query', {
      branch: `session/${session}`,
      limit: 200,
    });
    return {
      nodes: nodes.map(({ id, type }: Shown) => `${id} ${type}`).sort(),
      edges: edges.map(({ from, rel, to }: Shown) => `${from} ${rel} ${to}`).sort(),
    };
  };

  it.each(['together', 'one by one'])('[TH35] the chain of the contract, %s', async (how) => {
    if (how === 'together') {
      expect(await world.think(CHAIN.join('\n'))).toMatchObject({ steps: 7 });
    } else for (const line of CHAIN) await world.think(line);
    expect(await graph()).toEqual({
      nodes: [
        'S1 note',
        'S2 hypothesis',
        'S3 evidence',
        'S4 hypothesis',
        'S5 evidence',
        'S6 decision',
        'S7 note',
      ],
      edges: [
        'S2 follows S1',
        'S3 supports S2',
        'S4 follows S3',
        'S5 supports S4',
        'S6 follows S4',
        'S6 follows S5',
        'S7 follows S6',
      ],
    });
  });

  it('[TH35] think_query finds the cards, by marker and words', async () => {
    await world.think(CHAIN.join('\n'));
    const cards = async (args: object) =>
      (await world.tool('think_query', { ref: `session/${session}`, ...args })).cards;
    expect(await cards({})).toHaveLength(7);
    const [card] = await cards({ tags_all: ['cipher', 'conclusion'] });
    expect(card).toMatchObject({
      id: 'S6',
      type: 'decision',
      title: '∴ Add index on users.email',
      status: 'open',
      meta: { source: 'cipher', session, thought: 1, label: 'S6', marker: 'C' },
    });
    expect((await cards({ text: 'full table scan' })).map(({ id }: Shown) => id)).toEqual(['S5']);
    expect((await world.ask('session get', { sessionId: session })).graph).toBe(
      `session/${session}`,
    );
  });

  it('[TH35] a session in prose has no branch; each marker has its card type', async () => {
    await world.think('Only prose, see S1|x');
    const names = async () =>
      (await world.tool('branch_list')).branches.map(({ name }: Shown) => name);
    expect(await names()).not.toContain(`session/${session}`);
    expect(await world.ask('session get', { sessionId: session })).not.toHaveProperty('graph');
    await world.think('S1|Q|q\nS2|A|a\nS3|X|S1|x\nS4|R|^S2|r\nS5|P|p');
    expect(await names()).toContain(`session/${session}`);
    expect((await graph()).nodes).toEqual([
      'S1 question',
      'S2 hypothesis',
      'S3 update',
      'S4 update',
      'S5 note',
    ]);
    expect((await graph()).edges).toEqual(['S3 contradicts S1', 'S4 revises S2']);
  });

  it('[TH35] long content becomes a shortened title and a full text', async () => {
    const long = 'ä'.repeat(300);
    await world.think(`S1|O|${long}\nand more`);
    const { cards } = await world.tool('think_query', { ref: `session/${session}` });
    expect(cards[0].text).toBe(`${long}\nand more`);
    expect([...cards[0].title].length).toBeLessThanOrEqual(121);
  });

  it('[TH36] [TH37] steps on branches have their own nodes, and can refer to the main chain', async () => {
    await world.think('S1|O|main one\nS2|H|S1|main two');
    const onB = { branchId: 'b', branchFromThought: 1 };
    await world.think('S2|H|S1|branch two', onB);
    await world.think('S3|E|S2|branch three', { branchId: 'b' });
    await world.think('S3|E|S2|main three');
    expect(await graph()).toEqual({
      nodes: ['S1 note', 'S2 hypothesis', 'S3 evidence', 'b:S2 hypothesis', 'b:S3 evidence'],
      edges: ['S2 follows S1', 'S3 supports S2', 'b:S2 follows S1', 'b:S3 supports b:S2'],
    });
  });

  it('[TH36] a label used again is a new node, to which later references lead', async () => {
    await world.think('S1|O|first');
    await world.think('S1|O|second\nS2|H|S1|of the second');
    await world.think('S3|H|S1|later\nS3|R|^S3|again');
    expect(await graph()).toEqual({
      nodes: ['S1 note', 'S1@2 note', 'S2 hypothesis', 'S3 hypothesis', 'S3@3.2 update'],
      edges: ['S2 follows S1@2', 'S3 follows S1@2', 'S3@3.2 revises S3'],
    });
  });

  it('[TH37] references that lead nowhere are reported; the number of a thought is a valid reference', async () => {
    await world.think('Prose');
    const said = await world.think('S9|H|S1,S5,S6|x');
    expect(said).toMatchObject({ unresolved: ['S5', 'S6'], steps: 1 });
    expect(await world.think('S9|H|S9|fine')).not.toHaveProperty('unresolved');
    expect(await world.think('S10|H|S11|early\nS11|O|late')).toMatchObject({
      unresolved: ['S11'],
    });
    expect((await graph()).edges).toEqual(['S9@3 follows S9']);
    const own = { branchId: 'b', branchFromThought: 1 };
    await world.think('On a branch', { ...own, thoughtNumber: 40 });
    expect(await world.think('S12|H|S40|x')).toMatchObject({ unresolved: ['S40'] });
    expect(await world.think('S12|H|S40|x', { branchId: 'b' })).not.toHaveProperty('unresolved');
  });

  it('[TH37] many references that lead nowhere are reported as far as they fit', async () => {
    const { unresolved } = await world.think('S1|C|S100-S149|x', { critique: true });
    expect(unresolved[0]).toBe('S100');
    expect(unresolved.length).toBeGreaterThan(1);
  });

  it('[TH35] a card with the same id does not prevent recording', async () => {
    await world.think('S1|O|first');
    await world.tool('think_card', {
      branch: `session/${session}`,
      card: { id: 'S2', type: 'note', title: 'Mine' },
    });
    const said = await world.think('S2|H|S1|theirs');
    expect(said).toMatchObject({ thoughtNumber: 2 });
    const { edges } = await graph();
    expect(edges).toHaveLength(1);
  });

  it('[TH35] a branch that was deleted is created again', async () => {
    await world.think('S1|O|first');
    await world.tool('branch_delete', { name: `session/${session}` });
    expect(await world.think('S2|H|S1|second')).toMatchObject({ thoughtNumber: 2, steps: 1 });
    expect((await graph()).nodes).toEqual(['S2 hypothesis']);
    await world.tool('branch_delete', { name: `session/${session}` });
    await world.tool('branch_create', { name: `session/${session}` });
    await world.think('S3|H|third');
    const { graph: name } = await world.ask('session get', { sessionId: session });
    expect(name).toMatch(new RegExp(`^session/${session}-\\d+$`));
  });

  it('[TH34] at most a hundred steps count, and fifty references of each', async () => {
    const chain = Array.from({ length: 120 }, (_, n) => `S${n + 1}|C|S${n}|${'x'.repeat(n + 1)}`);
    expect(await world.think(chain.join('\n'))).toMatchObject({ steps: 100 });
    const { nodes, edges } = await graph();
    expect([nodes.length, edges.length]).toEqual([100, 99]);
    const wide = Array.from({ length: 5 }, (_, n) => {
      const from = 1_000 + n * 60;
      return `S${500 + n}|C|S${from}-S${from + 59}|x`;
    });
    expect(await world.think(wide.join('\n'))).toMatchObject({ unresolved: expect.anything() });
    const { thoughts } = await world.ask('session get', {
      sessionId: session,
      thoughtNumber: 2,
      max_chars: 2_000_000,
    });
    expect(thoughts[0].steps.map(({ refs }: Shown) => refs.length)).toEqual(Array(5).fill(50));
  });

  it('[TH81] a line that is nearly a step gets a hint, in the answer of the thought', async () => {
    const said = await world.think('S1|O|fine\nS2|Z|x');
    expect(said).toMatchObject({ steps: 1, hint: expect.stringContaining('write S2|O|…') });
    expect(await world.think('s2|h|S1;S1-1|x')).not.toHaveProperty('hint');
    expect((await graph()).edges).toEqual(['S2 follows S1']);
  });

  it('[TH82] a revision in cipher is a revision of the thought, in every figure and export', async () => {
    await world.think('S1|H|The cache is cold');
    await world.think('S2|R|^S1|It is warm, but too small');
    await world.think('S3|H|So it evicts', { branchId: 'b', branchFromThought: 2 });
    await world.think('S4|R|^S3|It does not', { branchId: 'b', isRevision: true });
    const { nodes } = await world.ask('session export', { sessionId: session });
    expect(nodes.map(({ revisesNode }: Shown) => revisesNode)).toEqual([
      ...[null, `${session}:1`, null, `${session}:b:1`],
    ]);
    expect(nodes[1].data).toMatchObject({ isRevision: true, revisesThought: 1 });
    const { metadata, structure } = await world.ask('session analyze', { sessionId: session });
    expect(metadata.revisionCount).toBe(2);
    expect(structure).toMatchObject({ revisionRate: 0.5, linearityScore: 0 });
    const { content } = await world.ask('session export', {
      ...{ sessionId: session, format: 'markdown' },
    });
    expect(content).toContain('### Thought 2/2, revises 1\n');
  });

  const open = async () => {
    const { frontier } = await world.tool('think_frontier', { ref: `session/${session}` });
    return Object.values(frontier as Record<string, Shown[]>)
      .flat()
      .map(({ id }) => id)
      .sort();
  };
  const statusOf = async () => {
    const { cards } = await world.tool('think_query', { ref: `session/${session}`, limit: 200 });
    return Object.fromEntries(cards.map(({ id, status }: Shown) => [id, status]));
  };

  it('[TH83] what was rejected, revised or answered is not open any more', async () => {
    await world.think('S1|H|cold\nS2|A|small\nS3|Q|Which one?\nS4|H|disk\nS5|Q|Since when?');
    expect(await open()).toEqual(['S1', 'S2', 'S3', 'S4', 'S5']);
    await world.think('S6|X|S1|warm');
    await world.think('S7|E|⊖S2 it is large');
    await world.think('S8|H|S3|perhaps the third');
    await world.think('S9|Q|S3|or the fourth?');
    expect(await open()).toEqual(['S3', 'S4', 'S5', 'S8', 'S9']);
    await world.think('S10|E|S3|the log names it\nS11|R|^S4|not the disk, the network');
    await world.think('S12|E|S8|it is', { branchId: 'b', branchFromThought: 1 });
    await world.think('S13|O|S5|since March', { branchId: 'b' });
    expect(await open()).toEqual(['S8', 'S9']);
    expect(await statusOf()).toMatchObject({
      ...{ S1: 'rejected', S2: 'rejected', S3: 'answered', S4: 'revised', S5: 'answered' },
      ...{ S8: 'open', S9: 'open', S11: 'open' },
    });
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[TH83] a status that was set keeps; within one thought it is the same', async () => {
    await world.think('S1|H|cold\nS2|X|S1|warm\nS3|H|disk\nS4|Q|Which?');
    const card = { ref: `session/${session}`, targets: ['S3'], status: 'parked' };
    await world.tool('think_set_status', card);
    await world.think('S5|X|S3|no\nS6|R|^S1|rejected before');
    await world.tool('think_set_status', { ...card, targets: ['S1', 'S4'], status: 'open' });
    expect(await open()).toEqual(['S1', 'S4']);
    await world.think('S7|C|S4|this one');
    expect(await statusOf()).toMatchObject({ S1: 'open', S3: 'parked', S4: 'answered' });
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[TH37] a thought may refer to more than it has steps', async () => {
    const refs = Array.from({ length: 40 }, (_, at) => `S${at + 1}`).join(',');
    await world.think('prose');
    await world.think('S2|O|known\nS3|H|S2|also');
    const answer = await world.think(`S41|C|${refs}|all of them`);
    expect(answer.unresolved).toEqual(['S4', 'S5', 'S6']);
    expect((await graph()).edges).toEqual(['S3 follows S2', 'S41 follows S2', 'S41 follows S3']);
  });
});
