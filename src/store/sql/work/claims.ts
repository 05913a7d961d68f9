/**
 * Which claims hold, in SQL: those that are not stale and, if bound to a process, whose process
 * lives.
 */

import { type RawBuilder, sql as raw } from 'kysely';
import type { ClaimRule } from '../../../domain/work/claim.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';

const claimants = prepared((sql: Sql, args: { workspace: string; project: string }) =>
  sql
    .selectFrom('work_nodes')
    .select('claimed_by')
    .distinct()
    .where('workspace', '=', args.workspace)
    .where('project', '=', args.project)
    .where(raw<boolean>`claimed_by > ''`)
    .where(raw<boolean>`claim_of_process = 1`),
);

/** The agents with a claim in a project by a process that has ended. */
export async function goneClaimants(
  sql: Sql,
  workspace: string,
  project: string,
  { present }: ClaimRule,
): Promise<readonly string[]> {
  if (!present) return [];
  const rows = await claimants(sql, { workspace, project });
  return rows.map((row) => row.claimed_by).filter((agent) => !present.has(agent));
}

/** A condition on a node with the alias `n`. */
export function claimHolds({ staleMs }: ClaimRule, gone: readonly string[]): RawBuilder<boolean> {
  const fresh = raw<boolean>`n.claimed_ms > ${staleMs}`;
  if (gone.length === 0) return fresh;
  return raw<boolean>`(${fresh}
    and not (n.claim_of_process = 1 and n.claimed_by in (${raw.join(gone)})))`;
}
