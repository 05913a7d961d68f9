/**
 * Remembers on this machine the highest timeline of each PostgreSQL cluster. A standby that takes
 * over begins a higher one, so a server on a lower one is a former primary that nobody shut out:
 * what it accepts is lost, or collides with what the new primary has.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql as raw } from 'kysely';
import type { Sql } from '../sql/engine.ts';

const FILE = 'postgres-timelines.json';

export interface ClusterState {
  /** The same for a primary and all its standbys. */
  readonly system: string;
  readonly timeline: number;
}

export async function clusterState(sql: Sql): Promise<ClusterState | undefined> {
  const { rows } = await raw<{ system: string; timeline: string }>`
    select system_identifier::text as system,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
    from pg_control_system()`.execute(sql);
  const [row] = rows;
  return row && { system: row.system, timeline: Number.parseInt(row.timeline, 16) };
}

export class Timelines {
  private readonly dataDir: string;
  private readonly highest = new Map<string, number>();

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** A sentence if the server is behind a timeline that this machine has seen. */
  notice({ system, timeline }: ClusterState, location: string): string | undefined {
    const stored = this.stored();
    const highest = Math.max(timeline, this.highest.get(system) ?? 0, stored[system] ?? 0);
    this.highest.set(system, highest);
    if (highest > (stored[system] ?? 0)) this.store({ ...stored, [system]: highest });
    if (highest === timeline) return undefined;
    return (
      `The database at ${location} is on timeline ${timeline}, and another server of its cluster ` +
      `has been on timeline ${highest}: it is a former primary, and what it accepts will be lost. ` +
      'Shut it down, or name the new primary in --database-url.'
    );
  }

  private stored(): Readonly<Record<string, number>> {
    try {
      return JSON.parse(readFileSync(join(this.dataDir, FILE), 'utf8')) as Record<string, number>;
    } catch {
      // There is none yet, or it cannot be used: then only this process remembers.
      return {};
    }
  }

  private store(timelines: Readonly<Record<string, number>>): void {
    try {
      mkdirSync(this.dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.dataDir, FILE), `${JSON.stringify(timelines)}\n`, { mode: 0o600 });
    } catch {
      // A machine without a place for it is warned only by servers that saw the change themselves.
    }
  }
}
