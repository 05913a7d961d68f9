/** Refuses to write into a document of another kind: a graph into notes, or a note into a graph. */

import type { Branch } from '../../domain/branches/branch.ts';
import { type DocumentKind, refuseKind, standardKind } from '../../domain/documents/document.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';
import { viewOf } from './branch-ref.ts';

export interface DocumentUse {
  readonly branch: Branch;
  readonly doc: string;
  readonly kind: DocumentKind;
  /** The argument that names the document. */
  readonly field: string;
}

export async function refuseOtherKind(
  tx: Reading,
  { branch, doc, kind, field }: DocumentUse,
): Promise<Refusal | undefined> {
  const present =
    standardKind(doc) ?? (await tx.documents.kind(await viewOf(tx, branch), doc)) ?? kind;
  return refuseKind(doc, { present, wanted: kind }, field);
}
