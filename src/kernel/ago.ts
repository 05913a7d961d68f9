/** How long ago something was, in few characters. */

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** `12 min`; what is not a second old is `0 s`. */
export function ageOf(thenMs: number, nowMs: number): string {
  const age = Math.max(0, nowMs - thenMs);
  const [unit, size] = UNITS.find(([, each]) => age >= each) ?? ['s', 1_000];
  return `${Math.floor(age / size)} ${unit}`;
}
