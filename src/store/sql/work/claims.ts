/** Which claims hold, in SQL: fresh ones, and of those bound to a process only while it lives. */

import { type RawBuilder, sql as raw } from 'kysely';
import type { ClaimRule } from '../../../domain/work/claim.ts';
import type { Sql } from '../engine.ts';

/** Those who have claimed something in a project by a process that is no longer there. */
export async function goneClaimants(
  sql: Sql,
  workspace: string,
  project: string,
  { present }: ClaimRule,
): Promise<readonly string[]> {
  if (!present) return [];
  const rows = await sql
    .selectFrom('work_nodes')
    .select('claimed_by')
    .distinct()
    .where('workspace', '=', workspace)
    .where('project', '=', project)
    .where('claimed_by', '>', '')
    .where('claim_of_process', '=', 1)
    .execute();
  return rows.map((row) => row.claimed_by).filter((agent) => !present.has(agent));
}

export function claimHolds({ staleMs }: ClaimRule, gone: readonly string[]): RawBuilder<boolean> {
  const fresh = raw<boolean>`claimed_ms > ${staleMs}`;
  if (gone.length === 0) return fresh;
  return raw<boolean>`(${fresh} and not (claim_of_process = 1 and claimed_by in (${raw.join(gone)})))`;
}
