/** Edits the fields of a plan or task as a whole. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { canonicalTags } from '../graph/graph-names.ts';
import { type Move, revised } from './move.ts';
import { isPlan, type Priority, type Root, type Target, withRoot } from './target.ts';

/** Null clears a field; an absent field stays as it is. */
export interface TargetEdit {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly context?: string | null | undefined;
  readonly priority?: Priority | undefined;
  readonly new_domain?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly depends_on?: readonly string[] | undefined;
  readonly contract?: string | null | undefined;
  readonly contract_data?: JsonObject | null | undefined;
}

export function editTarget(target: Target, edit: TargetEdit): Move | Refusal {
  const patch = rootPatch(edit);
  if (isRefusal(patch)) return patch;
  if (Object.keys(patch).length === 0) {
    return refuse('INVALID_INPUT', 'give at least one field to edit', {
      recovery: 'For example title, description, priority, tags or depends_on.',
    });
  }
  const misfit = misplacedField(target, Object.keys(patch));
  if (misfit) return misfit;
  return {
    type: isPlan(target) ? 'plan_edited' : 'task_edited',
    fields: { kind: target.root.kind, patch: patch as JsonObject },
    after: revised(withRoot(target, patch)),
  };
}

function rootPatch(edit: TargetEdit): Partial<Root> | Refusal {
  const { new_domain: domain, title, tags, depends_on: dependsOn, ...rest } = edit;
  const canonical = tags === undefined ? undefined : canonicalTags(tags, 'tags');
  if (isRefusal(canonical)) return canonical;
  const patch = {
    ...rest,
    title: title?.trim(),
    domain,
    tags: canonical,
    depends_on: dependsOn === undefined ? undefined : [...new Set(dependsOn)],
  };
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as Partial<Root>;
}

const PLAN_ONLY: readonly string[] = ['contract', 'contract_data'];
const TASK_ONLY: readonly string[] = ['domain', 'phase', 'component', 'assignee'];

/** A field that this kind does not have is refused, not ignored. */
export function misplacedField(target: Target, fields: readonly string[]): Refusal | undefined {
  const foreign = isPlan(target) ? TASK_ONLY : PLAN_ONLY;
  const wrong = fields.find((field) => foreign.includes(field));
  if (wrong === undefined) return undefined;
  const { id, kind } = target.root;
  const field = wrong === 'domain' ? 'new_domain' : wrong;
  return refuse('INVALID_INPUT', `${field}: ${id} is a ${kind}, which has none`, {
    recovery: `Leave ${field} out, or name a ${kind === 'plan' ? 'task' : 'plan'}.`,
  });
}
