/** Chooses between the two SQLite builds: Node's own if it has one, else the bundled one. */

/** The part of `node:sqlite` that we use. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  close(): void;
}

export interface SqliteStatement {
  all(...parameters: SqliteValue[]): unknown[];
  run(...parameters: SqliteValue[]): { changes: number | bigint };
}

export type SqliteValue = string | number | bigint | null | Uint8Array;

export interface OpenOptions {
  /** Nothing is changed, not even by closing; a log that was left stays beside the file. */
  readonly readOnly?: boolean;
}

export type OpenSqlite = (file: string, options?: OpenOptions) => SqliteDatabase;

export const SQLITE_PROVIDERS = ['builtin', 'bundled'] as const;

export type SqliteProvider = (typeof SQLITE_PROVIDERS)[number];

interface SqliteModule {
  readonly DatabaseSync: new (file: string, options?: OpenOptions) => SqliteDatabase;
}

/** Loaded by name at run time: Node 20 has no such module, and a static import would fail there. */
function builtin(): SqliteModule | undefined {
  const warn = process.emitWarning;
  // Node 22 prints at every start that its SQLite is experimental; our tests cover that build.
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule?.('node:sqlite') as SqliteModule | undefined;
  } finally {
    process.emitWarning = warn;
  }
}

export function hasBuiltinSqlite(): boolean {
  return builtin() !== undefined;
}

/** By default Node's own build is used: it needs no second copy of SQLite in memory. */
export async function loadSqlite(request?: SqliteProvider): Promise<OpenSqlite> {
  const own = request === 'bundled' ? undefined : builtin();
  if (request === 'builtin' && !own) {
    throw new Error(`Node ${process.versions.node} has no built-in SQLite; Node 22.13 has.`);
  }
  const { DatabaseSync } = own ?? ((await import('@photostructure/sqlite')) as SqliteModule);
  return (file, options = {}) => new DatabaseSync(file, options);
}
