/** A document: an append-only log on a branch, of one of three kinds. */

import { DEFAULTS } from '../workspace/workspace.ts';

export type DocumentKind = 'notes' | 'trace' | 'graph';

export interface Document {
  readonly branch: number;
  readonly doc: string;
  readonly kind: DocumentKind;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type DocumentNames = Readonly<Record<DocumentKind, string>>;

/**
 * Whether it may contain graph versions that were derived from events of plans, tasks, work or
 * thoughts.
 */
export function isGraphDocument(doc: string): boolean {
  return doc === DEFAULTS.docs.graph || doc.endsWith('-graph');
}

/** The documents of a target; calls without a target share the default names. */
export function documentNames(target: string | undefined): DocumentNames {
  if (target === undefined) return DEFAULTS.docs;
  return { notes: DEFAULTS.docs.notes, graph: `${target}-graph`, trace: `${target}-trace` };
}
