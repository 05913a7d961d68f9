/** Which sessions are listed, and in which order. */

import type {
  SessionRow,
  SessionStatus,
} from '../../../src/observatory/views/thinking/sessions-view.ts';

/** The same as on the server, which says it only when it is asked. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** A session becomes abandoned by time alone, so what the row says may have aged. */
export function statusNow({ status, lastMs }: SessionRow, nowMs: number): SessionStatus {
  return status === 'active' && nowMs - lastMs > ABANDONED_MS ? 'abandoned' : status;
}

export interface SessionChoice {
  readonly status?: string | undefined;
  readonly project?: string | undefined;
}

/**
 * Live ones first, then the newest. The order within does not change while agents think: a list
 * that turns with every thought cannot be read.
 */
export function listedSessions(
  rows: Iterable<SessionRow>,
  { status, project }: SessionChoice,
  nowMs: number,
): readonly SessionRow[] {
  const shown: { row: SessionRow; isLive: boolean }[] = [];
  for (const row of rows) {
    const now = statusNow(row, nowMs);
    if (status !== undefined && now !== status) continue;
    if (project !== undefined && row.project !== project) continue;
    shown.push({ row, isLive: now === 'active' });
  }
  return shown
    .sort(
      (a, b) =>
        Number(b.isLive) - Number(a.isLive) ||
        b.row.createdMs - a.row.createdMs ||
        Number(b.row.key) - Number(a.row.key),
    )
    .map(({ row }) => row);
}

export function projectsIn(rows: Iterable<SessionRow>): readonly string[] {
  return [...new Set([...rows].map(({ project }) => project))].sort();
}
