/** Three projects are remembered and asked 300 questions: is the right thing found, and first? */

import type { Benchmark, Ground } from './benchmark.ts';
import { recallHits } from './recall-hits.ts';
import { enter, filledText, idOf, type Labels } from './recall-set/labels.ts';
import { type Asked, isNewAbove, rankOf, score } from './recall-set/score.ts';
import { PROJECTS, type Project, SORTS } from './recall-set/set.ts';
import { type Row, row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

async function asked(client: StdioClient, project: Project, labels: Labels): Promise<Asked[]> {
  const { workspace } = project;
  const all: Asked[] = [];
  for (const { ask, want, sort, not_first = [] } of project.questions) {
    const hits = await recallHits(client, 10, { workspace, query: filledText(ask, labels) });
    const ids = (names: readonly string[]) => names.map((name) => idOf(labels, name));
    const one: Asked = { sort, hits, want: ids(want), notFirst: ids(not_first) };
    const rank = rankOf(hits, one.want);
    if (rank > 1) sayMissed(`${sort}, ${workspace}: ${ask} (${want})`, rank);
    all.push(one);
  }
  return all;
}

function sayMissed(question: string, rank: number): void {
  process.stderr.write(`${Number.isFinite(rank) ? `rank ${rank}` : 'missed'}: ${question}\n`);
}

/** Of so many questions: the ratio is the share, and the MRR in the row of reciprocal ranks. */
function rowsOf(sort: string, all: readonly Asked[]): Row[] {
  const { asked: count, first, ten, reciprocal } = score(all);
  const share = (what: string, value: number) =>
    row(
      { what: `${sort}: ${what}`, value, unit: 'questions' },
      { what: 'asked', value: count, unit: 'questions' },
    );
  return [share('hit@1', first), share('hit@10', ten), share('MRR', reciprocal)];
}

async function run(ground: Ground): Promise<Row[]> {
  const client = await ground.waymark(ground.directory()).initialize();
  const all: Asked[] = [];
  for (const project of PROJECTS) {
    all.push(
      ...(await asked(
        client,
        project,
        await enter(project, (tool, args) => client.call(tool, args)),
      )),
    );
  }
  await client.close();
  const replaced = all.filter(({ notFirst }) => notFirst.length > 0);
  return [
    ...rowsOf('all', all),
    ...Object.keys(SORTS).flatMap((sort) =>
      rowsOf(
        sort,
        all.filter((one) => one.sort === sort),
      ),
    ),
    row(
      { what: 'new above old', value: replaced.filter(isNewAbove).length, unit: 'questions' },
      { what: 'asked', value: replaced.length, unit: 'questions' },
    ),
  ];
}

export const recallOwn: Benchmark = { name: 'recall-own', run };
