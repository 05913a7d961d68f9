/** One polite sentence at a time for those who listen to the page; never a flood. */

import { signal } from '@preact/signals';

const REST_MS = 5_000;

const said = signal('');
let next: string | undefined;
let isResting = false;

/** What is said while another sentence rests replaces what waits: only the newest matters. */
export function announce(sentence: string): void {
  if (isResting) {
    next = sentence;
    return;
  }
  said.value = sentence;
  isResting = true;
  setTimeout(() => {
    isResting = false;
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) announce(waiting);
  }, REST_MS);
}

export function Announcer() {
  return (
    <div class="hidden-text" aria-live="polite" role="status">
      {said.value}
    </div>
  );
}
