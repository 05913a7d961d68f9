/** The tabs of a branch. */

import type { ConflictRow } from '../../../src/observatory/views/memory/conflicts-view.ts';
import { useRows } from '../../live/rows.ts';

export type TabName = 'notes' | 'trace' | 'cards' | 'conflicts' | 'patterns' | 'tags';

const TITLES: readonly (readonly [TabName, string])[] = [
  ['notes', 'Notes'],
  ['trace', 'Trace'],
  ['cards', 'Cards'],
  ['conflicts', 'Conflicts'],
  ['patterns', 'Patterns'],
  ['tags', 'Tags'],
];

export function Tabs({ tab, onTab }: { readonly tab: TabName; onTab(tab: TabName): void }) {
  const { rows } = useRows<ConflictRow>('conflicts', { status: 'open' });
  return (
    <div
      class="memory-tabs"
      role="tablist"
      aria-label="What to show"
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const at = TITLES.findIndex(([name]) => name === tab) + by;
        const next = TITLES[(at + TITLES.length) % TITLES.length];
        if (!next) return;
        onTab(next[0]);
        const buttons = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]');
        buttons[(at + TITLES.length) % TITLES.length]?.focus();
      }}
    >
      {TITLES.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === tab}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {title}
          {name === 'conflicts' && rows.size > 0 && (
            <span class="chip warn">⚠ {rows.size} open</span>
          )}
        </button>
      ))}
    </div>
  );
}
