/**
 * Resolves the document of a call: that of an explicit target, else of the focus, else of the
 * checkout.
 */

import { documentNames } from '../domain/documents/document.ts';
import { type TargetRef, targetId } from '../domain/targets/target-ref.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { DocumentScope, Input } from '../operations/declaration/define-operation.ts';
import { branchNamed, checkedOut } from '../operations/steps/branch-ref.ts';
import type { Reading } from '../store/port.ts';
import { type Asker, resolveFocus } from './resolve-focus.ts';

/** The arguments that name a place by themselves. */
const OVERRIDES = [
  ...['branch', 'ref', 'doc', 'notes_doc', 'graph_doc', 'trace_doc'],
  ...['parent_graph_doc', 'parent_trace_doc'],
];

export async function resolveScope(
  tx: Reading,
  input: Input,
  asker: Asker,
  targetOnBranch = false,
): Promise<DocumentScope | Refusal> {
  const overrides = OVERRIDES.filter((name) => input[name] !== undefined);
  const onBranch = targetOnBranch && overrides.length === 1 && overrides[0] === 'branch';
  if (input.target !== undefined && !onBranch) {
    if (overrides.length > 0) {
      return refuse(
        'INVALID_INPUT',
        `target, ${overrides.join(', ')}: cannot be combined, since a target already fixes its documents`,
        {
          recovery: `Send target alone, or ${overrides.join(' and ')} without it.`,
        },
      );
    }
    const id = targetId(input.target as TargetRef);
    return isRefusal(id) ? id : scopeOfTarget(tx, id);
  }
  if (input.target !== undefined) return targetOnNamedBranch(tx, input);
  const focus = overrides.length === 0 ? await resolveFocus(tx, input, asker) : undefined;
  if (isRefusal(focus)) return focus;
  if (focus !== undefined) return scopeOfTarget(tx, focus);
  const name = (input.branch ?? input.ref) as string | undefined;
  const branch =
    name === undefined
      ? await checkedOut(tx)
      : await branchNamed(tx, name, input.ref === undefined ? 'branch' : 'ref');
  return isRefusal(branch) ? branch : { branch, docs: documentNames(branch.target) };
}

/** The documents of a target, on a branch that was created to try something out. */
async function targetOnNamedBranch(tx: Reading, input: Input): Promise<DocumentScope | Refusal> {
  const id = targetId(input.target as TargetRef);
  if (isRefusal(id)) return id;
  const scope = await scopeOfTarget(tx, id);
  if (isRefusal(scope)) return scope;
  const branch = await branchNamed(tx, input.branch as string, 'branch');
  return isRefusal(branch) ? branch : { ...scope, branch };
}

async function scopeOfTarget(tx: Reading, id: string): Promise<DocumentScope | Refusal> {
  const branch = await tx.branches.ofTarget(id);
  if (branch) return { branch, docs: documentNames(id), target: id };
  return refuse('UNKNOWN_ID', `target: no plan or task ${id}`, {
    recovery: 'Leave target out to use the checkout.',
    suggestions: [suggestCall('status', {}, 'See where things stand')],
  });
}
