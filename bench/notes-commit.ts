/** A stored note, compared with what protocol and disk need anyway. */

import { type Benchmark, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { rawCommits } from './raw-commit.ts';
import { row } from './row.ts';

/**
 * Until SQLite has wrapped its log of a thousand pages once, every commit also extends a file,
 * which costs more. Both sides are warmed up past that, as in a used memory.
 */
const SETTLING_NOTES = 200;
export const SETTLING_COMMITS = 1_100;

export async function repeat(times: number, work: () => unknown): Promise<void> {
  for (let time = 0; time < times; time++) await work();
}

export const notesCommit: Benchmark = {
  name: 'notes-commit',
  async run(ground) {
    const waymark = await ground.waymark(ground.directory()).initialize();
    const bare = await ground.bareServer().initialize();
    const keeper = await ground.keepingServer(ground.directory()).initialize();
    const raw = await rawCommits(ground.directory());
    const commitNote = () => waymark.call('notes_commit', { workspace: WORKSPACE, content: NOTE });
    await repeat(SETTLING_NOTES, commitNote);
    const keep = () => keeper.call('keep', { content: NOTE });
    await repeat(SETTLING_COMMITS, () => raw.commit(NOTE));
    await repeat(SETTLING_COMMITS, keep);
    const { note, echo, commit, kept } = await calmMedians(
      {
        note: () => timed(commitNote),
        echo: () => timed(() => bare.call('echo', { content: NOTE })),
        commit: () => timed(() => raw.commit(NOTE)),
        kept: () => timed(keep),
      },
      { rounds: ground.times(80, 10), block: 20, warmUp: ground.times(10, 3) },
    );
    raw.close();
    await Promise.all([waymark.close(), bare.close(), keeper.close()]);
    return [
      row(
        { what: 'notes_commit, p50', value: note, unit: 'ms' },
        { what: 'bare echo + raw commit', value: echo + commit, unit: 'ms' },
        { atMost: 1.7 },
      ),
      row(
        { what: 'notes_commit, p50', value: note, unit: 'ms' },
        { what: 'a bare server that commits', value: kept, unit: 'ms' },
      ),
      row(
        { what: 'of which a bare echo, p50', value: echo, unit: 'ms' },
        { what: 'notes_commit', value: note, unit: 'ms' },
      ),
      row(
        { what: 'of which a raw commit, p50', value: commit, unit: 'ms' },
        { what: 'notes_commit', value: note, unit: 'ms' },
      ),
    ];
  },
};
