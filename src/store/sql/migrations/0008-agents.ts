/** Whose memory and whose work: bindings of projects, the focus of each agent, who is present. */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const agents: Migration = {
  adds: ['focus'],
  async up(sql, type) {
    await makeBindings(sql, type);
    await makePresence(sql, type);
    await makeFocus(sql, type);
  },
};

/** Workspaces from before bindings existed are bound by name, for their project to find. */
async function makeBindings(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('bindings')
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('bound_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('bindings_value', ['kind', 'value'])
    .execute();
  await sql.schema
    .createIndex('bindings_of')
    .on('bindings')
    .columns(['workspace', 'kind', 'value'])
    .execute();
  const named = await sql.selectFrom('workspaces').select('workspace').execute();
  for (const { workspace } of named) {
    await sql
      .insertInto('bindings')
      .values({ kind: 'former', value: workspace, workspace, bound_ms: 0 })
      .execute();
  }
}

async function makePresence(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('presence')
    .addColumn('holder', type.text, (c) => c.notNull().primaryKey())
    .addColumn('process', type.text, (c) => c.notNull())
    .addColumn('agent', type.text, (c) => c.notNull())
    .addColumn('client', type.text, (c) => c.notNull())
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('works_on', type.text, (c) => c.notNull())
    .addColumn('since_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_call_ms', 'bigint', (c) => c.notNull())
    .execute();
}

async function makeFocus(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('agent_focus')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('agent', type.text, (c) => c.notNull())
    .addColumn('target', type.text)
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('agent_focus_of', ['workspace', 'agent'])
    .execute();
  await sql.schema
    .createIndex('agent_focus_newest')
    .on('agent_focus')
    .columns(['workspace', 'seq'])
    .execute();
  await sql.schema
    .createIndex('agent_focus_target')
    .on('agent_focus')
    .columns(['workspace', 'target'])
    .execute();
  await fillFocus(sql);
  await sql.schema.alterTable('workspace_state').dropColumn('focus').execute();
}

/** The last focus of each agent, unless its target was deleted since. */
async function fillFocus(sql: Sql): Promise<void> {
  const last = await sql
    .selectFrom('events')
    .select(['workspace', 'agent', (e) => e.fn.max<number>('seq').as('seq')])
    .where('type', '=', 'focus_changed')
    .groupBy(['workspace', 'agent'])
    .execute();
  for (const { workspace, agent, seq } of last) {
    const { payload } = await sql
      .selectFrom('events')
      .select('payload')
      .where('workspace', '=', workspace)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    const { to: target } = JSON.parse(payload) as { readonly to: string | null };
    const isGone = target !== null && !(await isThere(sql, workspace, target));
    if (isGone) continue;
    await sql.insertInto('agent_focus').values({ workspace, agent, target, seq }).execute();
  }
}

async function isThere(sql: Sql, workspace: string, id: string): Promise<boolean> {
  const found = await sql
    .selectFrom('targets')
    .select('id')
    .where('workspace', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
