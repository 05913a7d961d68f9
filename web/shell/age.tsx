/** How long ago something was; it counts on by itself, and its title tells the exact time. */

import type { ComponentChildren } from 'preact';
import { ageText, clockText, momentText, nowMs } from '../clock.ts';

export function Age({ atMs, after = '' }: { readonly atMs: number; readonly after?: string }) {
  const age = ageText(atMs, nowMs.value);
  return (
    <Moment atMs={atMs}>
      {age}
      {age === 'now' ? '' : after}
    </Moment>
  );
}

/** The hour of something, for what is compared by its time rather than by its age. */
export function At({ atMs }: { readonly atMs: number }) {
  return <Moment atMs={atMs}>{clockText(atMs, nowMs.value)}</Moment>;
}

/** The title is written when it is about to be shown: a list has hundreds that nobody points at. */
function Moment({
  atMs,
  children,
}: {
  readonly atMs: number;
  readonly children: ComponentChildren;
}) {
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = momentText(atMs);
      }}
    >
      {children}
    </time>
  );
}
