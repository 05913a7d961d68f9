/** The focus of each agent in SQL. */

import { type Focus, NO_FOCUS } from '../../../domain/workspace/focus.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';

interface InWorkspace {
  readonly workspace: string;
}

const ownFocus = prepared((sql: Sql, args: InWorkspace & { agent: string }) =>
  sql
    .selectFrom('agent_focus')
    .select('target')
    .where('workspace', '=', args.workspace)
    .where('agent', '=', args.agent),
);

const newestFocus = prepared((sql: Sql, args: InWorkspace) =>
  sql
    .selectFrom('agent_focus')
    .select('target')
    .where('workspace', '=', args.workspace)
    .where('target', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1),
);

const agentsOn = prepared((sql: Sql, args: InWorkspace & { target: string }) =>
  sql
    .selectFrom('agent_focus')
    .select('agent')
    .where('workspace', '=', args.workspace)
    .where('target', '=', args.target)
    .orderBy('seq', 'desc'),
);

/** An agent that never had a focus sees the newest; an agent that cleared its own has none. */
export async function focusOf(sql: Sql, workspace: string, agent: string): Promise<Focus> {
  const [own] = await ownFocus(sql, { workspace, agent });
  if (own) return { target: own.target, isOwn: true };
  const [newest] = await newestFocus(sql, { workspace });
  return newest ? { target: newest.target, isOwn: false } : NO_FOCUS;
}

export async function focusedOn(sql: Sql, workspace: string, target: string) {
  return (await agentsOn(sql, { workspace, target })).map((row) => row.agent);
}

export const focusProjection: Projection = {
  name: 'focus',
  tables: [{ name: 'agent_focus', key: ['workspace', 'agent'] }],
  on: {
    async focus_changed(sql, workspace, { agent, seq, payload: { to: target } }) {
      await sql
        .insertInto('agent_focus')
        .values({ workspace, agent, target, seq })
        .onConflict((conflict) =>
          conflict.columns(['workspace', 'agent']).doUpdateSet({ target, seq }),
        )
        .execute();
    },
    /** A deleted target is no agent's focus. */
    async task_deleted(sql, workspace, { entity }) {
      await sql
        .deleteFrom('agent_focus')
        .where('workspace', '=', workspace)
        .where('target', '=', entity)
        .execute();
    },
  },
};
