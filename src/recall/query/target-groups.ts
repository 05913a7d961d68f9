/** The groups of texts that belong to a plan or task. */

import { documentNames } from '../../domain/documents/document.ts';
import type { Reading } from '../../store/port.ts';
import { groupOf } from '../terms/recall-text.ts';

/** Its own parts, and the notes, traces and cards on its branch. */
export async function groupsOfTarget(tx: Reading, target: string): Promise<readonly string[]> {
  const branch = await tx.branches.ofTarget(target);
  const docs = Object.values(documentNames(target));
  return [target, ...(branch ? docs.map((doc) => groupOf.document(branch.id, doc)) : [])];
}
