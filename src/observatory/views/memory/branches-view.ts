/** The branches of the workspace: what each is based on, and what happened on it last. */

import { z } from 'zod';
import { branchIdOf } from '../../../domain/branches/branch.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { BranchGlance } from '../../../store/port.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { seqBefore } from './branch-of-view.ts';

export interface BranchRow extends ViewRow {
  readonly id: number;
  readonly name: string;
  /** The id of its base, and the seq up to which it sees the base. */
  readonly base?: number;
  readonly cutoff?: number;
  readonly depth: number;
  /** The plan or task whose branch it is. */
  readonly target?: string;
  readonly isCheckout?: true;
  /** Entries of its own; counted up to 1,000, then 1,001. */
  readonly own: number;
  readonly openConflicts: number;
  readonly createdMs: number;
  /** Its last entry; absent if nothing was written on it. */
  readonly lastSeq?: number;
  readonly atMs?: number;
  readonly by?: string;
}

async function rowsFrom(look: Look, glances: readonly BranchGlance[]): Promise<BranchRow[]> {
  const checkout = (await look.tx.state())?.checkout;
  const last = await look.tx.journal.these(glances.flatMap(({ lastSeq }) => lastSeq ?? []));
  return glances.map(({ branch, own, lastSeq, openConflicts }) => {
    const { id, name, base, depth, target, createdMs } = branch;
    const event = lastSeq === undefined ? undefined : last.get(lastSeq);
    return {
      ...{ key: String(id), id, name, depth, own, openConflicts, createdMs },
      ...(base === undefined ? {} : { base: base.branch, cutoff: base.seq }),
      ...(target === undefined ? {} : { target }),
      ...(id === checkout ? { isCheckout: true as const } : {}),
      ...(event === undefined ? {} : { lastSeq: event.seq, atMs: event.tsMs, by: event.agent }),
    };
  });
}

/** The branches that an event names. Those that it wrote to are found by their documents. */
async function namedBy({ tx }: Look, event: JournalEvent): Promise<readonly number[]> {
  switch (event.type) {
    case 'workspace_initialized':
    case 'branch_created':
      return [event.seq];
    case 'branch_renamed':
      return [branchIdOf(event.entity)];
    case 'checkout_changed':
      return [event.payload.from, event.payload.to];
    case 'graph_conflict_found':
      return [event.payload.conflict.into];
    case 'graph_conflict_resolved': {
      const conflict = await tx.conflicts.byId(event.payload.id);
      return conflict ? [conflict.into] : [];
    }
    default:
      return event.branch === undefined ? [] : [event.branch];
  }
}

export const BRANCHES_VIEW = defineView({
  name: 'branches',
  args: z.object({}),
  async page(look, _args, cursor) {
    const found = await look.tx.branches.glances(Number(cursor ?? 0), MAX_PAGE);
    const last = found.at(-1);
    const next = found.length < MAX_PAGE || !last ? undefined : String(last.branch.id);
    return { rows: await rowsFrom(look, found), next };
  },
  async touched(look, _args, events) {
    // The conflicts between a deleted branch and others are gone with it, and name nobody now.
    if (events.some(({ type }) => type === 'branch_deleted')) return 'all';
    const ids = new Set(await look.tx.documents.branchesWrittenAfter(seqBefore(events)));
    for (const event of events) for (const id of await namedBy(look, event)) ids.add(id);
    return [...ids].map(String);
  },
  rows: async (look, _args, keys) =>
    rowsFrom(look, await look.tx.branches.glancesOf(keys.map(Number))),
});
