/** How long ago something was; it counts on by itself, and its title tells the exact time. */

import { ageText, clockText, nowMs } from '../clock.ts';

export function Age({ atMs, after = '' }: { readonly atMs: number; readonly after?: string }) {
  const age = ageText(atMs, nowMs.value);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={new Date(atMs).toLocaleString()}>
      {age}
      {age === 'now' ? '' : after}
    </time>
  );
}

/** The hour of something, for what is compared by its time rather than by its age. */
export function At({ atMs }: { readonly atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={new Date(atMs).toLocaleString()}>
      {clockText(atMs, nowMs.value)}
    </time>
  );
}
