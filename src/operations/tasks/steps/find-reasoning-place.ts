/** Finds the branch and the documents that hold the reasoning of a plan or task. */

import type { Branch } from '../../../domain/branches/branch.ts';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { type DocumentNames, documentNames } from '../../../domain/documents/document.ts';
import type { Reading } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { canonicalBranch } from './commit-moves.ts';

export interface ReasoningPlace {
  readonly branch: Branch;
  readonly view: EffectiveView;
  readonly docs: DocumentNames;
}

export async function findReasoningPlace(tx: Reading, id: string): Promise<ReasoningPlace> {
  const branch = await canonicalBranch(tx, id);
  return { branch, view: await viewOf(tx, branch), docs: documentNames(id) };
}

export function reasoningRef({ branch, docs }: Pick<ReasoningPlace, 'branch' | 'docs'>) {
  return {
    branch: branch.name,
    notes_doc: docs.notes,
    graph_doc: docs.graph,
    trace_doc: docs.trace,
  };
}
