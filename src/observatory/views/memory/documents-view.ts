/** The documents that a branch sees. */

import { z } from 'zod';
import type { Document, DocumentKind } from '../../../domain/documents/document.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { branchArg, concernsBranch, seqBefore, viewOfBranch } from './branch-of-view.ts';

export interface DocumentRow extends ViewRow {
  readonly doc: string;
  readonly kind: DocumentKind;
  readonly firstSeq: number;
  /** The last entry that the branch sees. */
  readonly lastSeq: number;
  readonly createdMs: number;
  readonly atMs: number;
}

async function documentsOf({ tx }: Look, branch: number): Promise<readonly DocumentRow[]> {
  const found = await tx.documents.inView(await viewOfBranch(tx, branch));
  return found.map(rowFrom).sort((a, b) => (a.doc < b.doc ? -1 : 1));
}

function rowFrom({ doc, kind, firstSeq, lastSeq, createdMs, updatedMs }: Document): DocumentRow {
  return { key: doc, doc, kind, firstSeq, lastSeq, createdMs, atMs: updatedMs };
}

export const DOCUMENTS_VIEW = defineView({
  name: 'documents',
  args: z.object({ branch: branchArg }),
  async page(look, { branch }, cursor) {
    const all = await documentsOf(look, branch);
    const rest = cursor === undefined ? all : all.filter(({ doc }) => doc > cursor);
    const rows = rest.slice(0, MAX_PAGE);
    return { rows, next: rest.length > MAX_PAGE ? rows.at(-1)?.doc : undefined };
  },
  async touched(look, { branch }, events) {
    if (concernsBranch(events, branch)) return 'all';
    const before = seqBefore(events);
    const written = await look.tx.documents.branchesWrittenAfter(before);
    if (!written.includes(branch)) return [];
    const all = await documentsOf(look, branch);
    return all.filter(({ lastSeq }) => lastSeq > before).map(({ key }) => key);
  },
  async rows(look, { branch }, keys) {
    const wanted = new Set(keys);
    return (await documentsOf(look, branch)).filter(({ key }) => wanted.has(key));
  },
});
