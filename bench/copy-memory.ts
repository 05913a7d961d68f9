/**
 * Copies a memory from SQLite to PostgreSQL, table by table: a large one would take PostgreSQL far
 * longer to write event by event, and only its reading is measured.
 */

import pg from 'pg';
import { openStore } from '../src/store/open-store.ts';
import { loadSqlite, type SqliteDatabase, type SqliteValue } from '../src/store/sqlite/provider.ts';

/** Columns that grow with the journal. */
const GROWING = ['seq', 'block', 'number'];

const ROWS_AT_ONCE = 20_000;

type SqliteRow = Readonly<Record<string, SqliteValue>>;

interface PostgresPlace {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export async function copyMemory(file: string, place: PostgresPlace): Promise<void> {
  // Creates the tables.
  await (await openStore(place)).close();
  const open = await loadSqlite();
  const source = open(file, { readOnly: true });
  const target = new pg.Client({ connectionString: place.databaseUrl });
  await target.connect();
  for (const table of await tablesOf(target)) await copyTable(source, target, table);
  // A memory that has grown has statistics: its server gathers them as it goes.
  await target.query('analyze');
  await target.end();
  source.close();
}

/** Those that are still empty; the others describe the schema. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Table['columns'] }>(`
    select format('%I.%I', table_schema, table_name) as name,
      json_agg(json_build_object('name', column_name, 'type', udt_name)) as columns
    from information_schema.columns where table_schema !~ '^(pg_|information_schema$)'
    group by 1 order by 1`);
  const empty: Table[] = [];
  for (const table of rows) {
    const { rowCount } = await client.query(`select from ${table.name} limit 1`);
    if (rowCount === 0) empty.push(table);
  }
  return empty;
}

async function copyTable(source: SqliteDatabase, target: pg.Client, table: Table): Promise<void> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const [, bare = ''] = table.name.split('.');
  const key = keyOf(source, bare);
  await target.query('begin');
  await target.query(`create temp table copied on commit drop as table ${table.name} with no data`);
  for (const rows of pagesOf(source, bare, key)) {
    await target.query(
      `insert into copied (${names}) select * from unnest(${arrays})`,
      table.columns.map(({ name }) => rows.map((row) => row[name])),
    );
  }
  // SQLite keeps some tables in the order of their keys, PostgreSQL all in that of their writing.
  const grown = GROWING.find((growing) => table.columns.some(({ name }) => name === growing));
  const order = `order by ${[...(grown ? [grown] : []), ...key].join(', ')}`;
  await target.query(`insert into ${table.name} (${names}) select ${names} from copied ${order}`);
  await target.query('commit');
}

function keyOf(source: SqliteDatabase, table: string): readonly string[] {
  const key = source
    .prepare('select name from pragma_table_info(?) where pk > 0 order by pk')
    .all(table) as { readonly name: string }[];
  if (key.length === 0) throw new Error(`${table} has no key`);
  return key.map(({ name }) => `"${name}"`);
}

function* pagesOf(
  source: SqliteDatabase,
  table: string,
  key: readonly string[],
): Generator<readonly SqliteRow[]> {
  const select = (condition: string) =>
    source.prepare(
      `select * from "${table}" ${condition} order by ${key.join(', ')} limit ${ROWS_AT_ONCE}`,
    );
  const places = key.map(() => '?').join(', ');
  const next = select(`where (${key.join(', ')}) > (${places})`);
  let rows = select('').all() as readonly SqliteRow[];
  while (rows.length > 0) {
    yield rows;
    const last = rows.at(-1) ?? {};
    rows = next.all(...key.map((name) => last[name.slice(1, -1)] ?? null)) as typeof rows;
  }
}
