/** The kinds of things that recall finds. */

/** In a fixed order: the index stores a kind by its place here. New kinds are added at the end. */
export const RECALL_KINDS = [
  'note',
  'trace',
  'card',
  'rule',
  'question',
  'thought',
  'session',
  'plan',
  'task',
  'step',
  'evidence',
  'work',
  'pattern',
  'scratchpad',
  'notebook',
  'cell',
  'output',
  'conflict',
] as const;

export type RecallKind = (typeof RECALL_KINDS)[number];

/** The kinds of which branches see different versions. */
export function isVersioned(kind: RecallKind): boolean {
  return kind === 'card' || kind === 'question';
}

export function kindCode(kind: RecallKind): number {
  return RECALL_KINDS.indexOf(kind);
}

export function kindOfCode(code: number): RecallKind {
  const kind = RECALL_KINDS[code];
  if (kind === undefined) throw new Error(`no kind of recall has the code ${code}`);
  return kind;
}
