import { describe, expect, it } from 'vitest';
import type { WorkRow } from '../../../src/observatory/views/work/work-view.ts';
import {
  belowOf,
  chainsOf,
  dependentsIn,
  freedBy,
  hiddenBelow,
  holdingOf,
  isFinished,
  keptRows,
  lineOf,
  shownState,
  treeOf,
  unfolded,
} from './work-tree.ts';

let orders = 0;
const row = (key: string, parent?: string, more: Partial<WorkRow> = {}): WorkRow => ({
  ...{ key, depth: 0, order: orders++, summary: key, state: 'actionable' },
  ...(parent === undefined ? {} : { parent }),
  ...more,
});
const mapOf = (...rows: readonly WorkRow[]) => new Map(rows.map((each) => [each.key, each]));
const below = (counts: Partial<NonNullable<WorkRow['below']>>) => ({
  below: { actionable: 0, open: 0, blocked: 0, resolved: 0, ...counts },
});

describe('the tree of a project', () => {
  const rows = mapOf(row('root'), row('a', 'root'), row('b', 'root'), row('b0', 'b'));

  it('[OB68] keeps its shape while only states change', () => {
    const before = treeOf(rows);
    const changed = new Map(rows).set('a', { ...row('a', 'root'), order: 1, state: 'resolved' });
    const order = rows.get('a')?.order ?? 0;
    changed.set('a', { ...(changed.get('a') as WorkRow), order });
    const after = treeOf(changed, before);
    expect(after.shape).toBe(before.shape);
    expect(after.items[1]?.state).toBe('resolved');
  });

  it('[OB68] gets another shape when a node comes, goes or moves', () => {
    const before = treeOf(rows);
    const more = new Map(rows).set('c', row('c', 'root'));
    expect(treeOf(more, before).shape).not.toBe(before.shape);
    const fewer = new Map(rows);
    fewer.delete('a');
    expect(treeOf(fewer, before).items.map(({ key }) => key)).toEqual(['root', 'b', 'b0']);
    const moved = new Map(rows).set('b0', { ...(rows.get('b0') as WorkRow), parent: 'a' });
    expect(treeOf(moved, before).items.map(({ key }) => key)).toEqual(['root', 'a', 'b0', 'b']);
  });

  it('[OB68] folds finished subtrees, and counts what has no row', () => {
    const tree = treeOf(
      mapOf(
        row('root', undefined, { state: 'open', ...below({ actionable: 1, resolved: 40 }) }),
        row('done', 'root', { state: 'resolved', ...below({ resolved: 2 }) }),
        row('d0', 'done', { state: 'resolved' }),
        row('d1', 'done', { state: 'resolved' }),
        row('left', 'root'),
      ),
    );
    const places = unfolded(tree, isFinished);
    expect(places.map((at) => tree.items[at]?.key)).toEqual(['root', 'done', 'left']);
    expect(hiddenBelow(tree, 0)).toBe(37);
    expect(belowOf(tree.items[0] as WorkRow)).toMatchObject({ total: 41, open: 1, done: 40 });
  });

  it('[OB68] knows what finishing a node frees, and the chains through it', () => {
    const tree = treeOf(
      mapOf(
        row('root', undefined, { state: 'open' }),
        row('part', 'root', { state: 'open' }),
        row('a', 'part'),
        row('alone', 'root', { state: 'blocked', deps: ['a', 'gone'] }),
        row('two', 'root', { state: 'blocked', deps: ['a', 'b'] }),
        row('b', 'root'),
        row('last', 'root', { state: 'blocked', deps: ['two'] }),
      ),
    );
    const dependents = dependentsIn(tree.items);
    // `alone` waits for nothing else, since `gone` is finished; `part` has no other open part.
    expect(freedBy(tree, dependents, 'a')).toBe(2);
    expect(freedBy(tree, dependents, 'b')).toBe(0);
    const { upstream, downstream } = chainsOf(tree, dependents, 'two');
    expect([...upstream].sort()).toEqual(['a', 'b']);
    expect([...downstream]).toEqual(['last']);
  });

  it('[OB68] what is selected stays when it is finished, with the way to it', () => {
    const before = mapOf(row('root'), row('a', 'root', below({ open: 1 })), row('a0', 'a'));
    const line = lineOf(before, 'a0');
    expect(line.map(({ key }) => key)).toEqual(['a0', 'a', 'root']);
    const kept = treeOf(keptRows(mapOf(before.get('root') as WorkRow), line));
    expect(kept.items.map(({ key, state }) => [key, state])).toEqual([
      ['root', 'actionable'],
      ['a', 'resolved'],
      ['a0', 'resolved'],
    ]);
    expect(kept.items[1]?.below).toMatchObject({ open: 0, resolved: 1 });
  });

  it('[OB68] a claim that has ended shows what the node is ready for', () => {
    const held = row('a', undefined, { claim: { by: 'ada', atMs: 5 } });
    expect(shownState(held, holdingOf(held, undefined))).toBe('claimed');
    const stale = holdingOf(held, { atMs: 5, stale: 'process' });
    expect(shownState(held, stale)).toBe('actionable');
    expect(stale).toEqual({ by: 'ada', atMs: 5, stale: 'process' });
    // What is known about an earlier claim says nothing about a new one.
    expect(shownState(held, holdingOf(held, { atMs: 4, stale: 'age' }))).toBe('claimed');
  });
});
