/** How the state of a node looks: a sign and a word, never a colour alone. */

import type { Holding, ShownState } from './work-tree.ts';

export const STATES: Readonly<
  Record<ShownState, { readonly icon: string; readonly word: string; readonly tone: string }>
> = {
  actionable: { icon: '○', word: 'ready', tone: 'accent' },
  claimed: { icon: '◐', word: 'claimed', tone: 'busy' },
  open: { icon: '◇', word: 'open', tone: '' },
  blocked: { icon: '⊘', word: 'blocked', tone: 'warn' },
  resolved: { icon: '✓', word: 'done', tone: 'good' },
};

export function StateChip({ state }: { readonly state: ShownState }) {
  const { icon, word, tone } = STATES[state];
  return (
    <span class={`chip state ${tone}`}>
      <i aria-hidden="true">{icon}</i>
      <span class="state-word">{word}</span>
    </span>
  );
}

export const ENDED: Readonly<Record<NonNullable<Holding['stale']>, string>> = {
  age: 'ended by its age',
  process: 'its process ended',
};
