/** How long ago something was, in few characters: `now`, `5m`, `3h`, `12d`. */

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** A time in the future, by another machine's clock, counts as now. */
export function ageOf(thenMs: number, nowMs: number): string {
  const ms = nowMs - thenMs;
  const unit = UNITS.find(([, length]) => ms >= length);
  return unit ? `${Math.floor(ms / unit[1])}${unit[0]}` : 'now';
}
