/** Ctrl-K: everything that can be done or gone to, by typing a part of its name. */

import { useState } from 'preact/hooks';
import { knownActions } from '../keys.ts';
import { navigate, pathOf, route } from '../router.ts';
import { Overlay } from './overlay.tsx';
import { useWorkspaces } from './workspaces.tsx';

interface Choice {
  readonly title: string;
  readonly hint: string;
  run(): unknown;
}

const MOST = 50;

export function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { rows } = useWorkspaces();
  const choices = fitting(
    [
      ...knownActions().map(({ keys, does, run }) => ({ title: does, hint: keys, run })),
      ...rows.map(({ key }) => ({
        title: `open workspace ${key}`,
        hint: 'workspace',
        run: () => navigate(pathOf(key, route.value.view)),
      })),
    ],
    typed,
  );
  const choose = (choice: Choice | undefined) => {
    onClose();
    // After the dialog has given the focus back.
    setTimeout(() => choice?.run());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(Math.min(choices.length - 1, Math.max(0, at + by)));
    }
    if (event.key === 'Enter') choose(choices[at]);
  };
  return (
    <Overlay label="Commands" class="palette" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={`choice-${at}`}
        aria-label="Command or id"
        placeholder="Command, workspace, or an id such as TASK-001"
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="choices" class="choices" role="listbox" aria-label="Commands">
        {choices.map((choice, index) => (
          <div
            key={`${choice.hint} ${choice.title}`}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => choose(choice)}
            onKeyDown={() => {}}
          >
            <span class="grow">{choice.title}</span>
            <kbd>{choice.hint}</kbd>
          </div>
        ))}
      </div>
    </Overlay>
  );
}

/** What has all the typed words; an id is always offered as a place to go to. */
function fitting(all: readonly Choice[], typed: string): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  const seen = new Set<string>();
  const distinct = found.filter(({ title }) => !seen.has(title) && seen.add(title));
  const id = typed.trim();
  if (id === '') return distinct.slice(0, MOST);
  const { workspace } = route.value;
  const go = {
    title: `go to ${id}`,
    hint: 'id',
    run: () =>
      navigate(
        `/go/${encodeURIComponent(id)}${workspace ? `?w=${encodeURIComponent(workspace)}` : ''}`,
      ),
  };
  const looksLikeId = /^[A-Z]+-|[0-9a-f]{8}|:/.test(id);
  return (looksLikeId ? [go, ...distinct] : [...distinct, go]).slice(0, MOST);
}
