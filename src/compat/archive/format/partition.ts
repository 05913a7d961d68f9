/**
 * The partition of a session in an archive: the month, week or day on which it was started, in UTC.
 */

export const GRANULARITIES = ['monthly', 'weekly', 'daily', 'none'] as const;

export type Granularity = (typeof GRANULARITIES)[number];

/** `2025-12`, `2025-W50` or `2025-12-07`. */
export const PARTITION_NAME = /^\d{4}-(?:\d{2}|W\d{2}|\d{2}-\d{2})$/;

const DAY_MS = 86_400_000;

/** Undefined if the archive is not partitioned by time. */
export function partitionOf(createdMs: number, granularity: Granularity): string | undefined {
  if (granularity === 'none') return undefined;
  if (granularity === 'weekly') return weekOf(createdMs);
  return new Date(createdMs).toISOString().slice(0, granularity === 'monthly' ? 7 : 10);
}

/**
 * A week belongs to the year of its Thursday, so the first and last days of a year may belong to
 * another year.
 */
function weekOf(ms: number): string {
  const fromMonday = (new Date(ms).getUTCDay() + 6) % 7;
  const thursday = ms + (3 - fromMonday) * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}
