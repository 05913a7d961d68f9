/** `/`: searches everything that the workspace holds, while words are typed. */

import './search.css';
import { useRef } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import { Overlay } from '../shell/overlay.tsx';
import type { OnKey } from './results.tsx';
import { chosen, typed } from './typed.ts';

/** Loaded when it is first opened; what is typed meanwhile is kept. */
const results = lazy(async () => (await import('./results.tsx')).Results);

/** A longer text says no more, and would not fit into one message. */
const MAX_TYPED = 4_000;

export function Search({ onClose }: { onClose(): void }) {
  const onKey = useRef<OnKey | undefined>(undefined);
  const loaded = results();
  return (
    <Overlay label="Search" class="palette search" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="hits"
        aria-activedescendant={`hit-${chosen.value}`}
        aria-label="Search the memory"
        placeholder="Search notes, decisions, rules, thoughts, tasks …"
        autocomplete="off"
        maxLength={MAX_TYPED}
        spellcheck={false}
        value={typed.value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget: { value } }) => {
          typed.value = value;
        }}
        onKeyDown={(event) => onKey.current?.(event)}
      />
      {loaded && 'value' in loaded && <loaded.value onKey={onKey} onClose={onClose} />}
      {loaded && 'isMissing' in loaded && (
        <p class="hits-none">The server has changed: load this page again.</p>
      )}
    </Overlay>
  );
}
