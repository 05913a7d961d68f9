/** The time of the reader, as a signal that ticks once per second for everything that shows ages. */

import { signal } from '@preact/signals';

export const nowMs = signal(Date.now());

const TICK_MS = 1_000;

export function startClock(): void {
  // While the first rows are under way nothing else is to do, and the first format takes longest.
  setTimeout(() => hourText(0));
  setInterval(() => {
    if (!document.hidden) nowMs.value = Date.now();
  }, TICK_MS);
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** `now`, `40 s`, `3 min`, `5 h`, `2 d`: one unit is enough to judge. */
export function ageText(thenMs: number, now: number): string {
  const age = Math.max(0, now - thenMs);
  const unit = UNITS.find(([, ms]) => age >= ms);
  if (unit) return `${Math.floor(age / unit[1])} ${unit[0]}`;
  return age < 5_000 ? 'now' : `${Math.floor(age / 1_000)} s`;
}

/** Made once: a format takes milliseconds to make, and every row has a time. */
function formatted(options: Intl.DateTimeFormatOptions): (atMs: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (atMs) => {
    format ??= new Intl.DateTimeFormat([], options);
    return format.format(atMs);
  };
}

const hourText = formatted({ hour: '2-digit', minute: '2-digit' });
const dayText = formatted({ day: 'numeric', month: 'short' });

/** Date and time to the second, as the reader's own clock shows them. */
export const momentText = formatted({ dateStyle: 'short', timeStyle: 'medium' });

/** The hour today, and the day before it otherwise; as the reader's own clock shows it. */
export function clockText(thenMs: number, now: number): string {
  const time = hourText(thenMs);
  if (new Date(thenMs).toDateString() === new Date(now).toDateString()) return time;
  return `${dayText(thenMs)} ${time}`;
}
