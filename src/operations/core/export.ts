/** `export`: a target with the newest entries of its notes and trace, to continue it elsewhere. */

import type { Target } from '../../domain/tasks/target.ts';
import type { Trim } from '../../kernel/budget.ts';
import { clipTexts, MAX_OF_A_VIEW, squeezeView } from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { refuse } from '../../kernel/refusal.ts';
import { cuts } from '../../kernel/sections.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { omit, sectionWithin, within } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit, target } from '../declaration/fields.ts';
import { ENTRIES, entryPage } from '../notes/steps/entry-page.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { reasoningRef } from '../tasks/steps/find-reasoning-place.ts';

const PARTS = [sectionWithin('trace', ENTRIES), sectionWithin('notes', ENTRIES)];

const TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...(['items', 'texts', 'gone'] as const).flatMap((stage) => cuts(stage, ...PARTS)),
  omit('trace', 'notes'),
  ...within('target', [squeezeView, omit('created_at_ms', 'updated_at_ms', 'parent')]),
  omit('reasoning_ref'),
];

export const exportTarget = defineOperation({
  name: 'export',
  title: 'Export a target',
  description:
    'Exports a plan or task: its metadata, its branch and documents, and the newest entries of its notes and trace in one bounded answer.',
  toolset: 'reasoning',
  does: reads(TRIMS).and(scoped({ target })),
  input: { notes_limit: limit(20, 200), trace_limit: limit(50, 200) },
  example: { title: 'A task', args: { target: 'TASK-001' } },
  async run(input, { tx, scope }) {
    const { branch, docs } = scope;
    const id = scope.target ?? branch.target;
    if (id === undefined) {
      return refuse('INVALID_INPUT', 'target: required, since nothing is in focus', {
        recovery: 'Name a plan or task.',
        suggestions: [suggestCall('status', {}, 'See where things stand')],
      });
    }
    const found = await tx.targets.byId(id);
    if (!found) return refuse('UNKNOWN_ID', `target: no plan or task ${id}`);
    const view = await viewOf(tx, branch);
    const part = async (doc: string, most: number) => ({
      branch: branch.name,
      doc,
      ...(await entryPage(tx, view, doc, { limit: most })),
    });
    return answer({
      target: metadata(found),
      reasoning_ref: reasoningRef(scope),
      notes: await part(docs.notes, input.notes_limit),
      trace: await part(docs.trace, input.trace_limit),
      truncated: false,
    });
  },
});

function metadata({ root, revision, createdMs, updatedMs }: Target): JsonObject {
  const { id, kind, parent, title, status } = root;
  return {
    id,
    kind,
    revision,
    ...(parent === null ? {} : { parent }),
    title,
    status,
    created_at_ms: createdMs,
    updated_at_ms: updatedMs,
  };
}
