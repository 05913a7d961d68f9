/** A document: an append-only log on a branch, of one of three kinds. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
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

const OF_TARGET = /^(?:PLAN|TASK)-[0-9]{3,}-(graph|trace)$/;

/** The kind that a document has by its name; the first entry decides the kind of any other. */
export function standardKind(doc: string): DocumentKind | undefined {
  const own = OF_TARGET.exec(doc)?.[1] as 'graph' | 'trace' | undefined;
  if (own) return own;
  const kinds: readonly DocumentKind[] = ['notes', 'trace', 'graph'];
  return kinds.find((kind) => DEFAULTS.docs[kind] === doc);
}

const HOLDS: Readonly<Record<DocumentKind, string>> = {
  notes: 'holds notes',
  trace: 'is a trace',
  graph: 'is a graph',
};

/** Nothing is refused if it fits. A note also fits into a trace, where cards are notes too. */
export function refuseKind(
  doc: string,
  { present, wanted }: { readonly present: DocumentKind; readonly wanted: DocumentKind },
  field: string,
): Refusal | undefined {
  if (present === wanted || (present === 'trace' && wanted === 'notes')) return undefined;
  const message = `${field}: ${JSON.stringify(doc)} ${HOLDS[present]}, and takes nothing else`;
  return refuse('INVALID_INPUT', message, {
    recovery: `Leave ${field} out, or name another document.`,
  });
}

/** The documents of a target; calls without a target share the default names. */
export function documentNames(target: string | undefined): DocumentNames {
  if (target === undefined) return DEFAULTS.docs;
  return { notes: DEFAULTS.docs.notes, graph: `${target}-graph`, trace: `${target}-trace` };
}
