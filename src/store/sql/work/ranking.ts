/** Which node is next: the first of an index that nobody holds. */

import { sql as raw } from 'kysely';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import type { Candidates } from '../../work-port.ts';
import type { Sql } from '../engine.ts';
import { claimHolds, goneClaimants } from './claims.ts';
import { type Column, columnOf, fitting, fittingNodes, isClaimed, questionOf } from './filters.ts';
import { nodeFrom } from './rows.ts';

export const RANK: readonly Column[] = ['priority_key', 'depth_key', 'updated_seq', 'created_key'];

export async function nextWork(
  sql: Sql,
  workspace: string,
  { project, agent, claims, scope, properties, count }: Candidates,
): Promise<readonly WorkNode[]> {
  const question = await questionOf(sql, workspace, {
    project,
    properties,
    ancestor: scope,
    isActionable: true,
  });
  const mine = raw<boolean>`(n.claimed_by = ${agent} and n.claimed_ms > ${claims.staleMs})`;
  const claimed = fittingNodes(sql, question)
    .where(isClaimed)
    .where(mine)
    // No column of an index: what is claimed is sorted, not what is sorted searched for claims.
    .orderBy(raw`n.claimed_ms + 0`, 'desc');
  const own = await RANK.reduce((query, column) => query.orderBy(`n.${column}`), claimed)
    .limit(count)
    .selectAll('n')
    .execute();
  if (own.length >= count) return own.map(nodeFrom);
  const gone = await goneClaimants(sql, workspace, project, claims);
  const free = raw<boolean>`(n.claimed_by = ''
    or (not ${claimHolds(claims, gone)} and not ${mine}))`;
  const others = await RANK.reduce(
    (query, column) => query.orderBy(raw.ref(columnOf(question, column))),
    fitting(sql, question).where(free),
  )
    .limit(count - own.length)
    .selectAll('n')
    .execute();
  return [...own, ...others].map(nodeFrom);
}
