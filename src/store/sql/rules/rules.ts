/** Standing rules in SQL. */

import { type Rule, ruleId, ruleNumber } from '../../../domain/rules/rule.ts';
import type { RuleQueries } from '../../rule-port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { Tables } from '../tables.ts';

/** With the agent that stored it, whom the journal names. */
const written = (sql: Sql, workspace: string) =>
  sql
    .selectFrom('rules')
    .innerJoin('events', (join) =>
      join
        .onRef('events.workspace', '=', 'rules.workspace')
        .onRef('events.seq', '=', 'rules.set_seq'),
    )
    .selectAll('rules')
    .select('events.agent')
    .where('rules.workspace', '=', workspace);

const byNumber = prepared((sql: Sql, args: { workspace: string; number: number }) =>
  written(sql, args.workspace).where('number', '=', args.number),
);

const highest = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('rules')
    .select('number')
    .where('workspace', '=', args.workspace)
    .orderBy('number', 'desc')
    .limit(1),
);

const held = (sql: Sql, workspace: string) =>
  written(sql, workspace).where('ended_seq', 'is', null);

const inAll = prepared((sql: Sql, args: { workspace: string; after: number; limit: number }) =>
  written(sql, args.workspace).where('number', '>', args.after).orderBy('number').limit(args.limit),
);

const holding = prepared((sql: Sql, args: { workspace: string; after: number; limit: number }) =>
  held(sql, args.workspace).where('number', '>', args.after).orderBy('number').limit(args.limit),
);

export function ruleQueries(sql: Sql, workspace: string): RuleQueries {
  return {
    async byId(id) {
      const [row] = await byNumber(sql, { workspace, number: ruleNumber(id) });
      return row && ruleFrom(row);
    },
    lastNumber: async () => (await highest(sql, { workspace }))[0]?.number ?? 0,
    async holding({ after = 0, limit }) {
      return (await holding(sql, { workspace, after, limit })).map(ruleFrom);
    },
    async all({ after = 0, limit }) {
      return (await inAll(sql, { workspace, after, limit })).map(ruleFrom);
    },
    async saying(texts) {
      const rows = await held(sql, workspace).where('text', 'in', texts).execute();
      return rows.map(ruleFrom);
    },
  };
}

function ruleFrom(row: Tables['rules'] & { readonly agent: string }): Rule {
  return {
    id: ruleId(row.number),
    number: row.number,
    text: row.text,
    source: row.source,
    by: row.agent,
    about: row.about,
    setSeq: row.set_seq,
    setMs: row.set_ms,
    holds: row.ended_seq === null,
    endedSeq: row.ended_seq ?? undefined,
    replacedBy: row.replaced_by === null ? undefined : ruleId(row.replaced_by),
  };
}

export const rulesProjection: Projection = {
  name: 'rules',
  tables: [{ name: 'rules', key: ['workspace', 'number'] }],
  on: {
    async rule_set(sql, workspace, { entity, seq, tsMs, payload }) {
      const { text, source, about, replaces } = payload;
      const number = ruleNumber(entity);
      await sql
        .insertInto('rules')
        .values({
          ...{ workspace, number, text, source, about },
          ...{ set_seq: seq, set_ms: tsMs, ended_seq: null, replaced_by: null },
        })
        .execute();
      if (replaces !== undefined) await end(sql, workspace, replaces, { seq, by: number });
    },
    async rule_retired(sql, workspace, { entity, seq }) {
      await end(sql, workspace, entity, { seq, by: null });
    },
  },
};

async function end(
  sql: Sql,
  workspace: string,
  rule: string,
  { seq, by }: { readonly seq: number; readonly by: number | null },
): Promise<void> {
  await sql
    .updateTable('rules')
    .set({ ended_seq: seq, replaced_by: by })
    .where('workspace', '=', workspace)
    .where('number', '=', ruleNumber(rule))
    .execute();
}
