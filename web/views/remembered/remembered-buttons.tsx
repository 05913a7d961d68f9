/** Two buttons that open the rules and the open questions beside a view, with their numbers. */

import { useKeys } from '../../keys.ts';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Meant } from './meant.tsx';
import { useQuestions, useRules } from './use-remembered.ts';

interface RememberedButtonsProps {
  /** A plan or task; without it everything in the workspace counts. */
  readonly of?: string;
  readonly look?: string;
}

export function RememberedButtons({ of = '', look = '' }: RememberedButtonsProps) {
  const { rows: rules } = useRules();
  const { rows: questions } = useQuestions();
  useKeys([
    { keys: 'r', does: 'show the rules', run: () => openPanel('rules', of) },
    { keys: 'q', does: 'show the open questions', run: () => openPanel('questions', of) },
  ]);
  const button = (kind: string, words: string, count: number) => (
    <button
      type="button"
      class={`button ${look}`}
      aria-pressed={openedIn(kind) === of}
      onClick={() => openPanel(kind, of)}
    >
      {words} {count}
    </button>
  );
  return (
    <Meant of={of}>
      {(isMeant) => (
        <>
          {button('rules', 'Rules', rules.filter((row) => row.holds && isMeant(row.about)).length)}
          {button('questions', 'Questions', questions.filter((row) => isMeant(row.about)).length)}
        </>
      )}
    </Meant>
  );
}
