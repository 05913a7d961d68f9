/** Claiming work, compared with what protocol and disk need anyway. */

import { type Benchmark, type Ground, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { repeat, SETTLING_COMMITS, SETTLING_NOTES } from './notes-commit.ts';
import { rawCommits } from './raw-commit.ts';
import { row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const PROJECT = 'bench';
const LEAVES = 200;

/** A server with some work; each claim is timed and then released. */
export async function claimer(ground: Ground) {
  const client: StdioClient = await ground.waymark(ground.directory()).initialize();
  const call = (tool: string, args: object) => client.call(tool, { workspace: WORKSPACE, ...args });
  const root = JSON.parse(await call('graph_open', { project: PROJECT })).root.id as string;
  const nodes = Array.from({ length: LEAVES }, (_, at) => ({
    ref: `n${at}`,
    parent_ref: at % 10 === 0 ? root : `n${at - (at % 10)}`,
    summary: `Read the ${at}th kind of number`,
  }));
  await call('graph_plan', { nodes });
  return {
    claim: async () => {
      const ms = await timed(() => call('graph_next', { project: PROJECT, claim: true }));
      await call('graph_update', { release: true });
      return ms;
    },
    close: () => client.close(),
  };
}

export const workClaim: Benchmark = {
  name: 'work-claim',
  async run(ground) {
    const server = await claimer(ground);
    const bare = await ground.bareServer().initialize();
    const raw = await rawCommits(ground.directory());
    await repeat(SETTLING_NOTES, server.claim);
    await repeat(SETTLING_COMMITS, () => raw.commit(NOTE));
    const { claim, echo, commit } = await calmMedians(
      {
        claim: server.claim,
        echo: () => timed(() => bare.call('echo', { content: NOTE })),
        commit: () => timed(() => raw.commit(NOTE)),
      },
      { rounds: ground.times(60, 10), block: 20, warmUp: ground.times(10, 3) },
    );
    raw.close();
    await Promise.all([server.close(), bare.close()]);
    return [
      row(
        { what: 'graph_next, claim, p50', value: claim, unit: 'ms' },
        { what: 'bare echo + raw commit', value: echo + commit, unit: 'ms' },
        { atMost: 2.5 },
      ),
    ];
  },
};
