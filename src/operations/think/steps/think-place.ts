/** Where cards are written: a branch and its three documents. */

import type { Branch } from '../../../domain/branches/branch.ts';
import type { DocumentScope } from '../../declaration/define-operation.ts';
import { branch, doc, target, unlisted } from '../../declaration/fields.ts';

export interface ThinkPlace {
  readonly branch: Branch;
  readonly notes: string;
  readonly graph: string;
  readonly trace: string;
  readonly target?: string | undefined;
}

interface Overrides {
  readonly notes_doc?: string | undefined;
  readonly graph_doc?: string | undefined;
  readonly trace_doc?: string | undefined;
}

export function thinkPlace(scope: DocumentScope, input: Overrides): ThinkPlace {
  return {
    branch: scope.branch,
    notes: input.notes_doc ?? scope.docs.notes,
    graph: input.graph_doc ?? scope.docs.graph,
    trace: input.trace_doc ?? scope.docs.trace,
    target: scope.target,
  };
}

/** For tools that write cards: their contract calls the branch `branch`. */
export const writingScope = {
  target,
  branch: unlisted(branch.optional().describe('Default: the checkout')),
  trace_doc: unlisted(doc.optional()),
  graph_doc: unlisted(doc.optional()),
};

/** For subgoals, which have documents of their own beside those of their question. */
export const subgoalScope = {
  target,
  ref: branch.optional().describe('Branch; default: the checkout'),
  parent_graph_doc: doc.optional(),
  parent_trace_doc: doc.optional(),
};

/** For tools that read or mark cards: their contract calls the branch `ref`. */
export const readingScope = {
  target,
  ref: branch.optional().describe('Branch; default: the checkout'),
  graph_doc: doc.optional(),
};
