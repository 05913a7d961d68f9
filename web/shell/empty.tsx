/** What a view says when it has nothing to show: why, and the call that changes it. */

import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy.tsx';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Calls or commands that can be copied. */
  readonly calls?: readonly string[];
}

export function Empty({ title, children, calls = [] }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {calls.map((call) => (
        <Call key={call} text={call} />
      ))}
    </div>
  );
}

export function Call({ text }: { readonly text: string }) {
  return (
    <div class="call">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
