/** Who holds which work, since when and until when; also the claims that have ended. */

import { z } from 'zod';
import { type ClaimRule, isHeld } from '../../../domain/work/claim.ts';
import type { WorkHolding } from '../../../store/port.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { CLAIMS_EVERY_MS } from './projects-view.ts';
import { touchedLines, workEventsOf } from './touched-work.ts';
import { cutSummary, stateOf, type WorkState } from './work-view.ts';

export interface ClaimRow extends ViewRow {
  readonly summary: string;
  readonly more?: true;
  readonly state: WorkState;
  readonly by: string;
  readonly atMs: number;
  /** When it ends by its age, unless it is renewed. */
  readonly untilMs: number;
  /** It also ends with the process of the agent. */
  readonly ofProcess: boolean;
  /** Why it holds no longer; absent while it holds. */
  readonly stale?: 'age' | 'process';
}

/** Why a claim has ended, if it has. */
export function endOf(claim: WorkHolding, rule: ClaimRule): 'age' | 'process' | undefined {
  if (isHeld(claim, rule)) return undefined;
  return claim.atMs <= rule.staleMs ? 'age' : 'process';
}

/** When a claim ends by its age. */
export function untilOf({ atMs }: Pick<WorkHolding, 'atMs'>, { nowMs, claims }: Look): number {
  return atMs + (nowMs - claims.staleMs);
}

async function claimRows(look: Look, held: readonly WorkHolding[]): Promise<readonly ClaimRow[]> {
  const nodes = await look.tx.work.nodes(held.map(({ id }) => id));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return held.flatMap((claim) => {
    const node = byId.get(claim.id);
    const stale = endOf(claim, look.claims);
    if (!node) return [];
    return [
      {
        key: claim.id,
        ...cutSummary(node.summary),
        state: stateOf(node.readiness),
        by: claim.agent,
        atMs: claim.atMs,
        untilMs: untilOf(claim, look),
        ofProcess: claim.ofProcess,
        ...(stale ? { stale } : {}),
      },
    ];
  });
}

export const CLAIMS_VIEW = defineView({
  name: 'claims',
  args: z.object({ project: z.string().min(1).max(1_000) }),
  async page(look, { project }, cursor = '') {
    const held = (await look.tx.work.holdings(project)).filter(({ id }) => id > cursor);
    const rows = await claimRows(look, held.slice(0, MAX_PAGE));
    return held.length > MAX_PAGE ? { rows, next: held[MAX_PAGE - 1]?.id } : { rows };
  },
  touched: ({ tx }, { project }, events) => touchedLines(tx, workEventsOf(events, project)),
  async rows(look, { project }, keys) {
    const wanted = new Set(keys);
    const held = await look.tx.work.holdings(project);
    return claimRows(
      look,
      held.filter(({ id }) => wanted.has(id)),
    );
  },
  everyMs: CLAIMS_EVERY_MS,
});
