/** Marks what changed since the reader last marked things as seen. */

import './unseen-dot.css';
import { isUnseen } from './seen.ts';

export function UnseenDot({ seq }: { readonly seq: number }) {
  if (!isUnseen(seq)) return null;
  return (
    <span class="unseen" title="Changed since you last marked things as seen">
      <span class="hidden-text">unseen</span>
    </span>
  );
}
