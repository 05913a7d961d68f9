/** Whether two texts say the same, by the terms they share. */

import type { Terms } from './tokens.ts';

const SAME = 0.85;

export function isAlike(a: Terms, b: Terms): boolean {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  if (few.size === 0 || few.size < many.size * SAME) return false;
  let shared = 0;
  for (const term of few.keys()) if (many.has(term)) shared++;
  return shared / (few.size + many.size - shared) >= SAME;
}
