/** Sessions of other projects are not there for a server that is bound to one. */

import type { Reading, RecallDoc } from '../../store/port.ts';
import { groupOf } from '../terms/recall-text.ts';

export async function ofProject<Each extends { readonly doc: RecallDoc }>(
  tx: Reading,
  each: readonly Each[],
  project: string | undefined,
): Promise<readonly Each[]> {
  const seqs = each.filter(isOfSession).map(({ doc }) => Number(doc.group.slice(1)));
  if (project === undefined || seqs.length === 0) return each;
  const page = { sortBy: 'createdAt', sortOrder: 'asc', limit: seqs.length, offset: 0 } as const;
  const sessions = await tx.thoughts.sessions({ seqs: [...new Set(seqs)], project }, page);
  const own = new Set(sessions.map(({ seq }) => groupOf.session(seq)));
  return each.filter((one) => !isOfSession(one) || own.has(one.doc.group));
}

function isOfSession({ doc }: { readonly doc: RecallDoc }): boolean {
  return doc.kind === 'thought' || doc.kind === 'session';
}
