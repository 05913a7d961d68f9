/** `graph_merge`, of the reasoning graph: brings the changes of a branch back to its base. */

import * as z from 'zod';
import type { Branch } from '../../domain/branches/branch.ts';
import { effectiveView } from '../../domain/branches/effective-view.ts';
import {
  broughtOverKeys,
  type ConflictCore,
  keptKey,
  type Meeting,
} from '../../domain/graph/conflict.ts';
import { type MergeKey, type MergePlan, mergeGraph } from '../../domain/graph/merge-graph.ts';
import { sameState, type Version, versionOf } from '../../domain/graph/version.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { newestPage, readCursor } from '../../kernel/paging.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writesUnless } from '../declaration/facets.ts';
import { branch, doc, limit, versionCursor } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { mergeEnds } from '../steps/merge-into.ts';
import { conflictView } from './steps/reasoning-conflict-view.ts';
import { versionsOf } from './steps/reasoning-versions.ts';

const DRY_RUN = { dry_run: z.boolean().default(false) };

export const graphMerge = defineOperation({
  name: 'graph_merge',
  title: 'Merge a graph back',
  description:
    'Merges the reasoning graph of a branch back into its base, three-way. A node or edge that both changed becomes a conflict and stays as it is; dry_run only previews.',
  toolset: 'reasoning',
  does: writesUnless(DRY_RUN, ({ dry_run: dry }) => dry, { idempotent: true }),
  input: {
    from: branch,
    into: branch.optional().describe('The base of from'),
    merge_to_base: z.boolean().default(false),
    doc: doc.default(DEFAULTS.docs.graph),
    cursor: versionCursor,
    limit: limit(200, 1_000),
  },
  refusals: ['UNKNOWN_ID', 'MERGE_NOT_SUPPORTED'],
  example: { title: 'Merge an idea back', args: { from: 'idea/cache', merge_to_base: true } },
  async run(input, { tx }) {
    const ends = await mergeEnds(tx, input);
    if (isRefusal(ends)) return ends;
    const { from, into } = ends;
    if (from.base?.branch !== into.id) {
      return refuse('MERGE_NOT_SUPPORTED', `into: ${into.name} is not the base of ${from.name}`, {
        recovery: from.base
          ? `Merge into ${from.base.name}.`
          : `${from.name} has no base to merge into.`,
      });
    }
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const found = await tx.graph.ownVersions(from.id, input.doc, {
      before: readCursor(page.cursor),
      limit: page.limit + 1,
    });
    const { rows, pagination } = newestPage(found, page);
    const plan = await planMerge(tx, from, into, input.doc, rows);
    const status = input.dry_run ? 'preview' : 'open';
    const created = input.dry_run ? [] : await carryOut(tx, plan);
    const names = (branchId: number) => (branchId === from.id ? from.name : into.name);
    const conflicts = plan.conflicts.map((each) => conflictView(each, names, { status }));
    const [first] = plan.conflicts;
    return answer(
      {
        from: from.name,
        into: into.name,
        doc: input.doc,
        merged: plan.merged,
        skipped: plan.skipped,
        conflicts_created: created.length,
        conflict_ids: plan.conflicts.map((each) => each.id),
        conflicts,
        diff_summary: plan.summary,
        pagination,
      },
      first && !input.dry_run
        ? {
            suggestions: [
              suggestCall('graph_conflict_show', { conflict_id: first.id }, 'See both sides'),
            ],
          }
        : {},
    );
  },
});

async function planMerge(
  tx: Reading,
  from: Branch,
  into: Branch,
  doc: string,
  theirs: readonly Version[],
): Promise<MergePlan> {
  const cutoff = from.base?.seq ?? 0;
  const intoView = await viewOf(tx, into);
  const baseView = effectiveView(await tx.branches.lineage(from.id)).slice(1);
  const base = await versionsOf(tx, baseView, doc, theirs);
  const ours = await versionsOf(tx, intoView, doc, theirs);
  const keys: MergeKey[] = [];
  for (const version of theirs.filter((each) => each.seq > cutoff)) {
    const name = `${version.kind}|${version.key}`;
    const sides = { base: base.get(name), theirs: version, ours: ours.get(name) };
    const { kind, key } = version;
    keys.push(await sinceLastMerge(tx, { from: from.id, into: into.id, doc, kind, key }, sides));
  }
  const request = { from: from.id, into: { branch: into.id, doc }, keys, digest: sha256 };
  const first = mergeGraph({ ...request, decided: new Set() });
  const decided = await decidedAmong(tx, first.contested);
  return decided.size === 0 ? first : mergeGraph({ ...request, decided });
}

/**
 * The state that was merged last is the new base; otherwise a merge would conflict with its own
 * result.
 */
async function sinceLastMerge(tx: Reading, meeting: Meeting, sides: MergeKey): Promise<MergeKey> {
  const { base, theirs, ours } = sides;
  if (ours?.seq === base?.seq || sameState(theirs, ours)) return sides;
  const places = await tx.journal.keyedLike(broughtOverKeys(meeting, sha256));
  const last = await tx.journal.at(Math.max(0, ...places.map((place) => place.seq)));
  return last ? { ...sides, base: versionOf(last) } : sides;
}

async function decidedAmong(
  tx: Reading,
  contested: readonly ConflictCore[],
): Promise<ReadonlySet<string>> {
  const decided = new Set<string>();
  for (const meeting of contested) {
    if (await tx.journal.withKey(keptKey(meeting, sha256))) decided.add(meeting.id);
  }
  return decided;
}

/** Writes the merge, and returns the conflicts that did not exist before. */
async function carryOut(tx: Writing, plan: MergePlan): Promise<readonly ConflictCore[]> {
  const created: ConflictCore[] = [];
  for (const conflict of plan.conflicts) {
    if (!(await tx.conflicts.byId(conflict.id))) created.push(conflict);
  }
  await tx.append([
    ...plan.drafts,
    ...created.map((conflict) => ({
      type: 'graph_conflict_found' as const,
      entity: conflict.id,
      payload: { conflict },
    })),
  ]);
  return created;
}
