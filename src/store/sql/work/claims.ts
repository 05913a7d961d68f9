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
  const { rows } = await raw<{ claimed_by: string }>`select distinct claimed_by from work_nodes
    where workspace = ${workspace} and project = ${project} and claimed_by > ''
    and claim_of_process = 1`.execute(sql);
  return rows.map((row) => row.claimed_by).filter((agent) => !present.has(agent));
}

/** Of a node called `n`. */
export function claimHolds({ staleMs }: ClaimRule, gone: readonly string[]): RawBuilder<boolean> {
  const fresh = raw<boolean>`n.claimed_ms > ${staleMs}`;
  if (gone.length === 0) return fresh;
  return raw<boolean>`(${fresh}
    and not (n.claim_of_process = 1 and n.claimed_by in (${raw.join(gone)})))`;
}
