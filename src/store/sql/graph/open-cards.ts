/** The questions and hypotheses of a whole workspace that are still open, in SQL. */

import { sql as raw } from 'kysely';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { reasoningBranchName } from '../../../domain/thoughts/session.ts';
import type { OpenCard, OpenCardRequest } from '../../port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';

/** Steps of a session stay with the session: nobody closes them one by one. */
const OF_SESSIONS = reasoningBranchName('%');

interface Args {
  readonly workspace: string;
  readonly type: string;
  readonly before: number;
  readonly limit: number;
}

const newest = prepared((sql: Sql, args: Args) =>
  openOfType(sql, args).where('g.seq', '<', args.before).limit(args.limit),
);

const within = prepared((sql: Sql, args: Args & { readonly one: string; readonly other: string }) =>
  openOfType(sql, args)
    .where('g.seq', '<', args.before)
    .where('g.doc', 'in', [args.one, args.other])
    .limit(args.limit),
);

const named = prepared((sql: Sql, args: Omit<Args, 'before'> & { readonly id: string }) =>
  openOfType(sql, args).where('g.key', '=', args.id).limit(args.limit),
);

/** A card of a deleted branch is gone with it. */
function openOfType(sql: Sql, args: Pick<Args, 'workspace' | 'type'>) {
  return (
    sql
      .selectFrom('graph_versions as g')
      .innerJoin('branches as b', (join) =>
        join.onRef('b.workspace', '=', 'g.workspace').onRef('b.id', '=', 'g.branch'),
      )
      .select(['g.branch', 'g.doc', 'g.seq', 'g.place', 'g.ts_ms', 'g.state'])
      .where('g.workspace', '=', args.workspace)
      .where('g.type', '=', args.type)
      // As the partial index has it, in so many words: with parameters it would not be used.
      .where(raw<boolean>`g.until_seq is null and g.status = 'open'`)
      .where(raw<boolean>`g.type in ('question', 'hypothesis')`)
      .where('b.name', 'not like', OF_SESSIONS)
      .orderBy('g.seq', 'desc')
      .orderBy('g.place', 'desc')
  );
}

export async function openCards(
  sql: Sql,
  workspace: string,
  { type, docs, id, before = Number.MAX_SAFE_INTEGER, limit }: OpenCardRequest,
): Promise<readonly OpenCard[]> {
  const page = { workspace, type, before, limit };
  const rows = docs
    ? await within(sql, { ...page, one: docs[0], other: docs[1] })
    : id === undefined
      ? await newest(sql, page)
      : await named(sql, { workspace, type, id, limit });
  return rows.flatMap(({ state, ts_ms: tsMs, ...row }) =>
    state === null ? [] : [{ ...row, tsMs, state: JSON.parse(state) as NodeState }],
  );
}
