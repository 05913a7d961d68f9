/** `graph_merge`, of the reasoning graph: brings the changes of a branch back to its base. */

import * as z from 'zod';
import type { Branch } from '../../domain/branches/branch.ts';
import type { ConflictCore } from '../../domain/graph/conflict.ts';
import { isOwn } from '../../domain/graph/judge-keys.ts';
import {
  contestedKeys,
  dependenciesOf,
  type MergePlan,
  mergeGraph,
} from '../../domain/graph/merge-graph.ts';
import type { Version } from '../../domain/graph/version.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { newestPage, readCursor } from '../../kernel/paging.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { counted } from '../../kernel/text.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { answer, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { writesUnless } from '../declaration/facets.ts';
import { branch, doc, limit, versionCursor } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';
import { mergeEnds } from '../steps/merge-into.ts';
import { decidedAmong, type MergePlace, mergeSides } from './steps/merge-sides.ts';
import { conflictView } from './steps/reasoning-conflict-view.ts';
import type { GraphKey } from './steps/reasoning-versions.ts';

const DRY_RUN = { dry_run: z.boolean().default(false) };

export const graphMerge = defineOperation({
  name: 'graph_merge',
  title: 'Merge a graph back',
  description:
    'Merges the reasoning graph of a branch back into its base, three-way. A node or edge that both changed becomes a conflict and stays as it is; an edge whose end the base lacks is left out. dry_run only previews.',
  toolset: 'reasoning',
  does: writesUnless(DRY_RUN, ({ dry_run: dry }) => dry, { idempotent: true }),
  input: {
    from: branch,
    into: branch.optional().describe('Default, and only choice: the base of from'),
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
    const misplaced = await refuseOtherKind(tx, {
      ...{ branch: into, doc: input.doc, kind: 'graph', field: 'doc' },
    });
    if (misplaced) return misplaced;
    const page = { cursor: input.cursor ?? undefined, limit: input.limit };
    const found = await tx.graph.ownVersions(from.id, input.doc, {
      before: readCursor(page.cursor),
      limit: page.limit + 1,
    });
    const { rows, pagination } = newestPage(found, page);
    const plan = await planMerge(tx, { from, into, doc: input.doc }, rows);
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
      {
        warnings: leftOutWarnings(plan, into),
        ...(first && !input.dry_run
          ? {
              suggestions: [
                suggestCall('graph_conflict_show', { conflict_id: first.id }, 'See both sides'),
              ],
            }
          : {}),
      },
    );
  },
});

async function planMerge(
  tx: Reading,
  place: MergePlace,
  theirs: readonly Version[],
): Promise<MergePlan> {
  const { from, into, doc } = place;
  const needed = dependenciesOf(theirs);
  const edges = await tx.graph.edgesAt(await viewOf(tx, into), doc, needed.deleted);
  const names: readonly GraphKey[] = [
    ...needed.nodes.map((key) => ({ kind: 'node' as const, key })),
    ...edges.filter(({ state }) => state),
  ];
  const page = new Set(theirs.map(({ kind, key }) => `${kind}|${key}`));
  const around = names.filter(({ kind, key }) => !page.has(`${kind}|${key}`));
  const request = {
    from: from.id,
    into: { branch: into.id, doc },
    keys: (await mergeSides(tx, place, theirs)).filter(isOwn),
    around: await mergeSides(tx, place, around),
    digest: sha256,
  };
  return mergeGraph({ ...request, decided: await decidedAmong(tx, contestedKeys(request)) });
}

const NAMED_EDGES = 3;

/** What a merge leaves out comes with a later one, once both ends exist. */
function leftOutWarnings({ leftOut }: MergePlan, into: Branch): readonly Warning[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, NAMED_EDGES).map(({ key, end }) => `${key} (no node ${end})`);
  const more = leftOut.length > shown.length ? `, and ${leftOut.length - shown.length} more` : '';
  return [
    {
      code: 'EDGES_LEFT_OUT',
      message: `${counted(leftOut.length, 'edge')} left out, for lack of an end on ${into.name}: ${shown.join(', ')}${more}`,
      recovery: 'They come with the next merge once the destination has both ends.',
    },
  ];
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
