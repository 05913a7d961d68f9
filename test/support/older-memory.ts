/** Turns a memory into one that an earlier version left: without bindings, presence and facets. */

import { join } from 'node:path';
import pg from 'pg';
import type { StorePlace } from '../../src/store/open-store.ts';
import { loadSqlite } from '../../src/store/sqlite/provider.ts';

const GONE = [
  ...['work_facets', 'work_facet_counts', 'target_facets', 'target_facet_counts'],
  ...['text_words', 'text_grams', 'text_postings'],
  ...['calls', 'bindings', 'presence', 'agent_focus'],
];

const GRAPH_INDEXES = [
  ['graph_current', 'kind, seq', 'until_seq is null'],
  ['graph_by_type', 'kind, type, seq', 'until_seq is null'],
  ['graph_by_status', 'kind, type, status, seq', 'until_seq is null'],
  ['graph_history', 'kind, seq', 'seq > 0'],
  ['graph_edges_from', 'from_id, seq', 'from_id is not null'],
  ['graph_edges_to', 'to_id, seq', 'to_id is not null'],
] as const;

/** Tables that had their texts a second time, in lower case. */
const COPIED = ['thoughts', 'sessions', 'knowledge', 'targets', 'work_nodes', 'graph_versions'];

/** Before processes behind a pooler had leases. */
const BEFORE_LEASES = ['drop table presence_leases'];

/** Before there was an index of all words. */
const BEFORE_RECALL = [
  ...BEFORE_LEASES,
  ...[
    'recall_docs',
    'recall_latest',
    'recall_current',
    'recall_postings',
    'former_branch_names',
  ].map((table) => `drop table ${table}`),
  'drop index graph_nodes_named',
  'alter table work_nodes drop column shown',
  ...COPIED.map((table) => `alter table ${table} add column search text not null default ''`),
];

/** Before unfinished sessions were listed. */
const BEFORE_TITLES = [...BEFORE_RECALL, 'drop index sessions_unfinished'];

/** Before there were rules, and open questions were listed. */
const BEFORE_RULES = [...BEFORE_TITLES, 'drop table rules', 'drop index graph_open_cards'];

/** Before presence had a tool, and conflicts were listed by workspace. */
const BEFORE_OBSERVATORY = [
  ...BEFORE_RULES,
  'alter table presence drop column tool',
  'drop index graph_conflicts_by_status',
];

/** Before notebooks existed. */
const BEFORE_NOTEBOOKS = [
  ...BEFORE_OBSERVATORY,
  ...['notebooks', 'notebook_cells', 'notebook_runs'].map((table) => `drop table ${table}`),
];

/** One version in each event, and events without versions. */
const BEFORE_PLACES = [
  ...BEFORE_NOTEBOOKS,
  'alter table workspaces drop column projected',
  'alter table events drop column version',
  ...GRAPH_INDEXES.map(([name]) => `drop index ${name}`),
  'alter table graph_versions drop column place',
  ...GRAPH_INDEXES.map(
    ([name, columns, only]) =>
      `create index ${name} on graph_versions (workspace, branch, doc, ${columns}) where ${only}`,
  ),
  `create table unplaced_tags (workspace text not null, branch bigint not null, doc text not null,
    tag text not null, seq bigint not null,
    constraint graph_tags_key primary key (workspace, branch, doc, tag, seq))`,
  'insert into unplaced_tags select distinct workspace, branch, doc, tag, seq from graph_tags',
  'drop table graph_tags',
  'alter table unplaced_tags rename to graph_tags',
];

/** At that time no version followed from other events: such an event says that it has none. */
const WITHOUT_DERIVED = [
  `delete from graph_versions where not exists (select 1 from events as e
    where e.workspace = graph_versions.workspace and e.seq = graph_versions.seq
    and e.type like 'graph%')`,
  `delete from documents where kind = 'graph' and not exists (select 1 from events as e
    where e.workspace = documents.workspace and e.branch = documents.branch
    and e.doc = documents.doc)`,
];

/** To schema 6, as a program of that time would have written it. */
const BACK = [
  ...WITHOUT_DERIVED,
  ...BEFORE_PLACES,
  `create table work_properties (workspace text not null, node text not null, path text not null,
    project text not null, value text not null, primary key (workspace, node, path))`,
  `insert into work_properties select f.workspace, n.id, f.path, f.project, f.value
    from work_facets as f, work_nodes as n
    where n.workspace = f.workspace and n.created_key = f.node and f.kind = 'p'`,
  ...GONE.map((table) => `drop table ${table}`),
  'drop index work_nodes_claimed',
  'create index work_nodes_claims on work_nodes (workspace, project, claimed_by)',
  'alter table work_nodes drop column claim_of_process',
  'alter table workspace_state add column focus text',
  "update waymark_meta set value = '6' where key = 'schema_version'",
];

const TO_15 = [
  ...BEFORE_RECALL,
  "update waymark_meta set value = '15' where key = 'schema_version'",
];

const TO_16 = [
  ...BEFORE_RECALL,
  "update waymark_meta set value = '16' where key = 'schema_version'",
];

const TO_14 = [
  ...BEFORE_TITLES,
  "update waymark_meta set value = '14' where key = 'schema_version'",
];

const TO_12 = [
  ...BEFORE_OBSERVATORY,
  "update waymark_meta set value = '12' where key = 'schema_version'",
];

const TO_11 = [
  ...BEFORE_NOTEBOOKS,
  'update workspaces set projected = 11',
  "update waymark_meta set value = '11' where key = 'schema_version'",
];

const TO_10 = [
  ...BEFORE_PLACES,
  "update waymark_meta set value = '10' where key = 'schema_version'",
];

const OF_THOUGHTS = [
  ...['sessions', 'thought_chains', 'thoughts', 'thought_steps', 'gateway_states', 'knowledge'],
];

/** Before sessions of thought existed. */
const TO_5 = [
  ...OF_THOUGHTS.map((table) => `drop table ${table}`),
  "update waymark_meta set value = '5' where key = 'schema_version'",
];

type Older = 5 | 6 | 10 | 11 | 12 | 14 | 15 | 16;

/** While no process has it open. */
export async function makeOlder(place: StorePlace, schema: Older = 6): Promise<void> {
  const back = { 5: [...BACK, ...TO_5], 6: BACK, 10: TO_10, 11: TO_11, 12: TO_12 };
  await runStatements(place, { ...back, 14: TO_14, 15: TO_15, 16: TO_16 }[schema]);
}

/** Bypasses everything that the program checks. */
export async function runStatements(
  place: StorePlace,
  statements: readonly string[],
): Promise<void> {
  if (place.databaseUrl === undefined) {
    const database = (await loadSqlite(place.sqliteProvider))(join(place.dataDir, 'waymark.db'));
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query('set search_path to waymark');
  for (const statement of statements) await client.query(statement);
  await client.end();
}
