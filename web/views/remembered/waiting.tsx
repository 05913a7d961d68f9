/** The question that waits for the user, in a strip whose height never changes. */

import './remembered.css';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../shell/announce.tsx';
import { openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { AskedBy } from './question-items.tsx';
import { isForUser, useQuestions } from './use-remembered.ts';

/** The questions that only the user can answer, newest first. */
export function useWaiting() {
  const { rows, isReady } = useQuestions();
  const waiting = rows.filter(isForUser);
  return { waiting, others: rows.length - waiting.length, isReady };
}

export function waitingWords(count: number): string {
  return count === 1 ? '1 question waits for you' : `${count} questions wait for you`;
}

export function Waiting() {
  const { waiting, others, isReady } = useWaiting();
  const shown = useRef<string | undefined>(undefined);
  // What is being read stays until it is answered; what comes is counted.
  const row = waiting.find(({ key }) => key === shown.current) ?? waiting[0];
  shown.current = row?.key;
  const count = waiting.length;
  useEffect(() => {
    if (count > 0) announce(waitingWords(count));
  }, [count]);
  return (
    <section class={`waiting ${row ? 'asks' : ''}`} aria-label="Questions for you">
      {row && (
        <>
          <div class="waiting-head small">
            <span class="chip warn">? {waitingWords(count)}</span>
            <span class="muted waiting-by">
              <AskedBy row={row} />
            </span>
          </div>
          <button
            type="button"
            class="waiting-text"
            title={row.text}
            onClick={() => openPanel('card', row.key)}
          >
            <Said text={row.text} />
          </button>
        </>
      )}
      {!row && isReady && <p class="muted small">No question waits for you.</p>}
      {(count > 1 || others > 0) && (
        <button type="button" class="button waiting-all" onClick={() => openPanel('questions', '')}>
          All {count + others} open questions
        </button>
      )}
    </section>
  );
}
