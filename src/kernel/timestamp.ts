/** Times as they are shown: ISO 8601, in UTC. */

export function timestamp(tsMs: number): string {
  return new Date(tsMs).toISOString();
}
