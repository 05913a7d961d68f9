/** The calls that agents make all day, compared with what protocol and disk need anyway. */

import { type Benchmark, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { repeat, SETTLING_COMMITS } from './notes-commit.ts';
import { rawCommits } from './raw-commit.ts';
import { row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

/** Enough that SQLite has wrapped its log once, as in a used memory. */
const SETTLING_TASKS = 60;

const STEPS = ['Read it', 'Write it', 'Check it'].map((title) => ({
  title,
  success_criteria: ['It does what it says'],
  tests: ['npm test'],
}));

const PROOF = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/run/7'];
const PROJECT = 'daily';

const call = (client: StdioClient, tool: string, args: object) =>
  client.call(tool, { workspace: WORKSPACE, ...args });

/** Closes one step after the other; starting the next task is not measured. */
function closer(client: StdioClient): () => Promise<number> {
  let open = 0;
  return async () => {
    if (open === 0) {
      await call(client, 'tasks_macro_start', { task_title: 'Read numbers', steps: STEPS });
      open = STEPS.length;
    }
    open--;
    const args = { note: 'The exponent is read after the digits.', proof: PROOF };
    return timed(() => call(client, 'tasks_macro_close_step', args));
  };
}

async function openProject(client: StdioClient): Promise<void> {
  const opened = await call(client, 'graph_open', { project: PROJECT, goal: 'Read all numbers' });
  const { id: root } = JSON.parse(opened).root;
  const nodes = Array.from({ length: 30 }, (_, at) => ({
    ref: `n${at}`,
    parent_ref: at % 10 === 0 ? root : `n${at - (at % 10)}`,
    summary: `Read the ${at}th kind of number`,
  }));
  await call(client, 'graph_plan', { nodes });
}

/** Claims the next node; releasing it is not measured. */
async function claim(client: StdioClient): Promise<number> {
  let text = '';
  const ms = await timed(async () => {
    text = await call(client, 'graph_next', { project: PROJECT, claim: true });
  });
  const { id } = JSON.parse(text).nodes[0].node;
  const properties = { _claimed_by: null, _claimed_at: null };
  await call(client, 'graph_update', { updates: [{ node_id: id, properties }] });
  return ms;
}

export const dailyCalls: Benchmark = {
  name: 'daily-calls',
  async run(ground) {
    const waymark = await ground.waymark(ground.directory()).initialize();
    const bare = await ground.bareServer().initialize();
    const keeper = await ground.keepingServer(ground.directory()).initialize();
    const keep = () => keeper.call('keep', { content: NOTE });
    const raw = await rawCommits(ground.directory());
    const closeStep = closer(waymark);
    await openProject(waymark);
    await repeat(SETTLING_TASKS * STEPS.length, closeStep);
    await repeat(SETTLING_COMMITS, () => raw.commit(NOTE));
    await repeat(SETTLING_COMMITS, keep);
    const { closing, claiming, echo, commit, kept } = await calmMedians(
      {
        closing: closeStep,
        claiming: () => claim(waymark),
        echo: () => timed(() => bare.call('echo', { content: NOTE })),
        commit: () => timed(() => raw.commit(NOTE)),
        kept: () => timed(keep),
      },
      { rounds: ground.times(40, 5), block: 20, warmUp: ground.times(5, 1) },
    );
    raw.close();
    await Promise.all([waymark.close(), bare.close(), keeper.close()]);
    const inMs = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;
    const limit = inMs('bare echo + raw commit', echo + commit);
    const server = inMs('a bare server that commits', kept);
    const close = inMs('tasks_macro_close_step, note and proof, p50', closing);
    const next = inMs('graph_next with claim, p50', claiming);
    return [
      row(close, limit, { atMost: 4 }),
      row(close, server),
      row(next, limit, { atMost: 2.5 }),
      row(next, server),
    ];
  },
};
