/** Copies a text, and says that it did. */

import { useState } from 'preact/hooks';
import { announce } from './announce.tsx';

const SHOWN_MS = 1_500;

export function copyText(text: string): void {
  void navigator.clipboard?.writeText(text).then(() => announce('Copied.'));
}

export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      class="button"
      onClick={() => {
        copyText(text);
        setDone(true);
        setTimeout(() => setDone(false), SHOWN_MS);
      }}
    >
      {isDone ? 'Copied' : label}
    </button>
  );
}
