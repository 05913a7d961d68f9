/** The rows that the page keeps, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { RowKeeper } from './rows.ts';

interface Row {
  readonly key: string;
  readonly text: string;
}

const row = (key: string, text = ''): Row => ({ key, text });

function keeper() {
  const kept = new RowKeeper<Row>((show) => show());
  const hear = (event: string, data: object) => kept.hear({ event, data: { id: 's1', ...data } });
  const keys = () => [...kept.value.value.rows.keys()];
  return { kept, hear, keys };
}

describe('the rows of a view', () => {
  it('[OB49] come page by page, and count as whole when the server says so', () => {
    const { kept, hear, keys } = keeper();
    hear('view:snapshot', { first: true, rows: [row('a'), row('b')] });
    expect(kept.since).toBeUndefined();
    hear('view:snapshot', { rows: [row('c')], total: 900 });
    hear('view:ready', { seq: 12 });
    expect(keys()).toEqual(['a', 'b', 'c']);
    expect(kept.value.value).toMatchObject({ isReady: true, seq: 12, total: 900 });
    expect(kept.since).toBe(12);
  });

  it('[OB101] are shown at once when they are the first, and with the next frame after that', () => {
    const frames: (() => void)[] = [];
    const kept = new RowKeeper<Row>((show) => frames.push(show));
    const keys = () => [...kept.value.value.rows.keys()];
    kept.hear({ event: 'view:snapshot', data: { id: 's1', first: true, rows: [row('a')] } });
    expect(keys()).toEqual(['a']);
    kept.hear({ event: 'view:snapshot', data: { id: 's1', rows: [row('b')] } });
    kept.hear({ event: 'view:ready', data: { id: 's1', seq: 3 } });
    expect(keys()).toEqual(['a']);
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(keys()).toEqual(['a', 'b']);
    expect(kept.value.value.isReady).toBe(true);
  });

  it('[OB49] change and go as the server says', () => {
    const { kept, hear, keys } = keeper();
    hear('view:snapshot', { first: true, rows: [row('a'), row('b')] });
    hear('view:ready', { seq: 1 });
    hear('view:upsert', { rows: [row('b', 'new'), row('c')], seq: 2 });
    hear('view:delete', { keys: ['a'], seq: 3 });
    expect(keys()).toEqual(['b', 'c']);
    expect(kept.value.value.rows.get('b')?.text).toBe('new');
    expect(kept.since).toBe(3);
  });

  it('[OB49] keep showing while a new snapshot comes, and lose what it does not bring', () => {
    const { hear, keys } = keeper();
    hear('view:snapshot', { first: true, rows: [row('a'), row('b'), row('c')] });
    hear('view:ready', { seq: 1 });
    hear('view:snapshot', { first: true, rows: [row('b')] });
    expect(keys()).toEqual(['a', 'b', 'c']);
    hear('view:upsert', { rows: [row('d')] });
    hear('view:ready', { seq: 9 });
    expect(keys()).toEqual(['b', 'd']);
  });

  it('[OB49] stay when the server goes on from what the page has', () => {
    const { hear, keys } = keeper();
    hear('view:snapshot', { first: true, rows: [row('a')] });
    hear('view:ready', { seq: 1 });
    hear('view:resumed', {});
    hear('view:upsert', { rows: [row('b')] });
    hear('view:ready', { seq: 4 });
    expect(keys()).toEqual(['a', 'b']);
  });

  it('a refusal is shown until rows come', () => {
    const { kept, hear } = keeper();
    hear('error', { code: 'INVALID_PAYLOAD', message: 'There is no such view.' });
    expect(kept.value.value.refusal?.message).toBe('There is no such view.');
    hear('view:snapshot', { first: true, rows: [] });
    expect(kept.value.value.refusal).toBeUndefined();
  });
});
