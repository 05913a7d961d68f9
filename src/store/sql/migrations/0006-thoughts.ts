/**
 * Sessions, their chains and thoughts, the state of each caller of the gateway, the knowledge zone.
 */

import type { Sql } from '../engine.ts';
import type { ColumnTypes, Migration } from '../migrate.ts';

export const thoughts: Migration = {
  adds: ['thoughts', 'knowledge'],
  async up(sql, type) {
    await makeSessions(sql, type);
    await makeThoughts(sql, type);
    await makeSteps(sql, type);
    await makeKnowledge(sql, type);
  },
};

async function makeSessions(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('sessions')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('project', type.text, (c) => c.notNull())
    .addColumn('title', type.text, (c) => c.notNull())
    .addColumn('description', type.text)
    .addColumn('tags', type.text, (c) => c.notNull())
    .addColumn('tagged', type.text, (c) => c.notNull())
    .addColumn('complete', 'bigint', (c) => c.notNull())
    .addColumn('graph_branch', 'bigint')
    .addColumn('thoughts', 'bigint', (c) => c.notNull())
    .addColumn('branches', 'bigint', (c) => c.notNull())
    .addColumn('revisions', 'bigint', (c) => c.notNull())
    .addColumn('branch_thoughts', 'bigint', (c) => c.notNull())
    .addColumn('critiques', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('accessed_ms', 'bigint', (c) => c.notNull())
    .addColumn('first_ms', 'bigint')
    .addColumn('last_ms', 'bigint')
    .addPrimaryKeyConstraint('sessions_seq', ['workspace', 'seq'])
    .addUniqueConstraint('sessions_id', ['workspace', 'id'])
    .execute();
  for (const [name, columns] of [
    ['sessions_updated', ['updated_ms', 'seq']],
    ['sessions_created', ['created_ms', 'seq']],
    ['sessions_titled', ['title', 'seq']],
    ['sessions_in_project', ['project', 'updated_ms', 'seq']],
  ] as const) {
    await sql.schema
      .createIndex(name)
      .on('sessions')
      .columns(['workspace', ...columns])
      .execute();
  }
}

/**
 * `session` is the seq of its event: a UUID in every row and index would take more than a thought.
 */
async function makeThoughts(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('thought_chains')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('session', 'bigint', (c) => c.notNull())
    .addColumn('chain', type.text, (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('first', 'bigint', (c) => c.notNull())
    .addColumn('last', 'bigint', (c) => c.notNull())
    .addColumn('highest', 'bigint', (c) => c.notNull())
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('origin', 'bigint')
    .addColumn('complete', 'bigint', (c) => c.notNull())
    .addColumn('first_seq', 'bigint', (c) => c.notNull())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('thought_chains_name', ['workspace', 'session', 'chain'])
    .execute();
  await sql.schema
    .createTable('thoughts')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('session', 'bigint', (c) => c.notNull())
    .addColumn('chain', type.text, (c) => c.notNull())
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('previous', 'bigint')
    .addColumn('following', 'bigint')
    .addColumn('critique_seq', 'bigint')
    .addPrimaryKeyConstraint('thoughts_place', ['workspace', 'session', 'chain', 'number'])
    .execute();
  await sql.schema
    .createIndex('thoughts_in_order')
    .on('thoughts')
    .columns(['workspace', 'session', 'seq'])
    .execute();
}

async function makeSteps(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('thought_steps')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('session', 'bigint', (c) => c.notNull())
    .addColumn('chain', type.text, (c) => c.notNull())
    .addColumn('label', 'bigint', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('node', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('thought_steps_place', [
      ...(['workspace', 'session', 'chain', 'label', 'seq', 'position'] as const),
    ])
    .execute();
  await sql.schema
    .createTable('gateway_states')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('agent', type.text, (c) => c.notNull())
    .addColumn('state', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('gateway_states_agent', ['workspace', 'agent'])
    .execute();
}

async function makeKnowledge(sql: Sql, type: ColumnTypes): Promise<void> {
  await sql.schema
    .createTable('knowledge')
    .addColumn('workspace', type.text, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('id', type.text, (c) => c.notNull())
    .addColumn('title', type.text, (c) => c.notNull())
    .addColumn('tagged', type.text, (c) => c.notNull())
    .addColumn('value', type.text, (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('knowledge_id', ['workspace', 'kind', 'id'])
    .execute();
}
