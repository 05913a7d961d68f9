/** The kinds of things that can be searched alone, as a person thinks of them. */

import type { RecallKind } from '../../src/recall/terms/recall-kinds.ts';

export interface KindGroup {
  readonly name: string;
  readonly kinds: readonly RecallKind[];
}

export const KIND_GROUPS: readonly KindGroup[] = [
  { name: 'All', kinds: [] },
  { name: 'Notes', kinds: ['note', 'trace', 'scratchpad'] },
  { name: 'Cards', kinds: ['card', 'conflict', 'pattern'] },
  { name: 'Rules', kinds: ['rule'] },
  { name: 'Questions', kinds: ['question'] },
  { name: 'Thoughts', kinds: ['thought', 'session'] },
  { name: 'Tasks', kinds: ['plan', 'task', 'step', 'evidence'] },
  { name: 'Work', kinds: ['work'] },
  { name: 'Notebooks', kinds: ['notebook', 'cell', 'output'] },
];
