/** The reasoning tools on a large memory compared with a small one: history must cost nothing. */

import { nodeUpserted } from '../src/domain/graph/apply-ops.ts';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { type Benchmark, type Ground, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row } from './row.ts';
import { MAIN_BRANCH, noteDraft, seed } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';

const GRAPH = { branch: MAIN_BRANCH, doc: 'graph' };

function nodeDraft(index: number): EventDraft {
  return nodeUpserted(GRAPH, { id: `n${index}`, type: 'file', title: `File ${index}`, tags: [] });
}

/** One in ten is open, as in a memory that was used for a while. */
function cardDraft(index: number): EventDraft {
  const type = (['question', 'hypothesis', 'test', 'decision'] as const)[index % 4] ?? 'note';
  const status = index % 10 === 0 ? 'open' : 'closed';
  return nodeUpserted(GRAPH, { id: `c${index}`, type, title: NOTE.slice(0, 80), status, tags: [] });
}

interface Comparison {
  readonly what: string;
  readonly large: number;
  readonly quickLarge: number;
  readonly small: number;
  readonly draft: (index: number) => EventDraft;
  readonly goal: number;
  call(client: StdioClient, turn: number): Promise<unknown>;
}

const COMPARISONS: readonly Comparison[] = [
  {
    what: 'branch_create',
    large: 100_000,
    quickLarge: 5_000,
    small: 100,
    draft: () => noteDraft(NOTE),
    goal: 1.2,
    call: (client, turn) =>
      client.call('branch_create', { workspace: WORKSPACE, name: `idea/${turn}`, from: 'main' }),
  },
  {
    what: 'graph_query, 50 nodes',
    large: 50_000,
    quickLarge: 5_000,
    small: 500,
    draft: nodeDraft,
    goal: 1.5,
    call: (client) => client.call('graph_query', { workspace: WORKSPACE }),
  },
  ...(['think_context', 'context_pack', 'think_next'] as const).map((tool) => ({
    what: tool,
    large: 20_000,
    quickLarge: 4_000,
    small: 200,
    draft: cardDraft,
    goal: 1.5,
    call: (client: StdioClient) => client.call(tool, { workspace: WORKSPACE }),
  })),
];

async function compare(ground: Ground, comparison: Comparison): Promise<Row> {
  const { what, small, draft, goal, call } = comparison;
  const size = ground.times(comparison.large, comparison.quickLarge);
  const open = async (count: number) => {
    const directory = ground.directory();
    await seed(directory, count, draft);
    return ground.waymark(directory).initialize();
  };
  const [large, tiny] = [await open(size), await open(small)];
  let turn = 0;
  const p50 = await calmMedians(
    {
      large: () => timed(() => call(large, turn++)),
      small: () => timed(() => call(tiny, turn++)),
    },
    { rounds: ground.times(30, 6), block: 10, warmUp: ground.times(8, 2) },
  );
  await Promise.all([large.close(), tiny.close()]);
  return row(
    { what: `${what}, at ${size}, p50`, value: p50.large, unit: 'ms' },
    { what: `at ${small}`, value: p50.small, unit: 'ms' },
    { atMost: goal },
  );
}

export const reasoning: Benchmark = {
  name: 'reasoning',
  async run(ground) {
    const rows: Row[] = [];
    for (const comparison of COMPARISONS) rows.push(await compare(ground, comparison));
    return rows;
  },
};
