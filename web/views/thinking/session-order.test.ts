import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../../../src/observatory/views/thinking/sessions-view.ts';
import { listedSessions, projectsIn, statusNow } from './session-order.ts';

const DAY = 24 * 60 * 60 * 1000;

function session(key: string, more: Partial<SessionRow> = {}): SessionRow {
  const counts = { thoughtCount: 1, branchCount: 0, revisionCount: 0, critiqueCount: 0 };
  const times = { createdMs: Number(key), lastMs: Number(key) };
  return {
    key,
    id: key,
    title: key,
    project: 'p',
    tags: [],
    status: 'active',
    ...counts,
    ...times,
    ...more,
  };
}

describe('the order of sessions', () => {
  const rows = [
    session('1'),
    session('2', { status: 'completed' }),
    session('3', { project: 'q' }),
    session('4', { status: 'completed', lastMs: 999 }),
  ];
  const keys = (found: readonly SessionRow[]) => found.map(({ key }) => key);

  it('[OB50] live ones come first, then the newest; thinking does not change the order', () => {
    expect(keys(listedSessions(rows, {}, 10))).toEqual(['3', '1', '4', '2']);
    const later = [session('1', { lastMs: 500 }), ...rows.slice(1)];
    expect(keys(listedSessions(later, {}, 501))).toEqual(['3', '1', '4', '2']);
  });

  it('[OB50] a live session is abandoned after a day without a thought', () => {
    expect(statusNow(session('1'), 1 + DAY)).toBe('active');
    expect(statusNow(session('1'), 2 + DAY)).toBe('abandoned');
    expect(statusNow(session('1', { status: 'completed' }), 9 * DAY)).toBe('completed');
    expect(keys(listedSessions(rows, { status: 'abandoned' }, 9 * DAY))).toEqual(['3', '1']);
  });

  it('[OB51] status and project narrow the list', () => {
    expect(keys(listedSessions(rows, { status: 'completed' }, 10))).toEqual(['4', '2']);
    expect(keys(listedSessions(rows, { project: 'q' }, 10))).toEqual(['3']);
    expect(projectsIn(rows)).toEqual(['p', 'q']);
  });
});
