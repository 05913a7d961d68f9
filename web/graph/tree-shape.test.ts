import { describe, expect, it } from 'vitest';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';

describe('the shape of a tree', () => {
  it('[OB66] is depth first, siblings in their order, whatever order the items come in', () => {
    const items = [
      { id: 'b1', parent: 'b', order: 5 },
      { id: 'b', parent: 'root', order: 2 },
      { id: 'root', order: 9 },
      { id: 'a', parent: 'root', order: 1 },
      { id: 'b0', parent: 'b', order: 3 },
    ];
    const { shape, items: found, index } = shaped(items);
    expect(found.map(({ id }) => id)).toEqual(['root', 'a', 'b', 'b0', 'b1']);
    expect([...shape.parent]).toEqual([-1, 0, 0, 2, 2]);
    expect([...shape.depth]).toEqual([0, 1, 1, 2, 2]);
    expect([...shape.size]).toEqual([5, 1, 3, 1, 1]);
    expect(index.get('b1')).toBe(4);
  });

  it('[OB66] leaves out what hangs on nothing, until its parent has come', () => {
    const orphan = { id: 'x1', parent: 'x', order: 2 };
    const below = { id: 'x2', parent: 'x1', order: 3 };
    expect(shaped([{ id: 'root', order: 0 }, orphan, below]).items).toHaveLength(1);
    const parent = { id: 'x', parent: 'root', order: 1 };
    expect(shaped([{ id: 'root', order: 0 }, below, orphan, parent]).items).toHaveLength(4);
  });

  it('[OB66] of nothing is nothing, and of a thousand levels no problem', () => {
    expect(shaped([]).shape.count).toBe(0);
    const chain = Array.from({ length: 1_000 }, (_, at) => ({
      id: `n${at}`,
      ...(at === 0 ? {} : { parent: `n${at - 1}` }),
      order: at,
    }));
    const { shape } = shaped(chain);
    expect(shape.depth[999]).toBe(999);
    expect(shape.size[0]).toBe(1_000);
  });

  it('[OB66] every subtree is a stretch', () => {
    const { shape } = shaped(plannedTree(2_000));
    for (let at = 1; at < shape.count; at++) {
      const up = shape.parent[at] ?? -1;
      expect(at).toBeGreaterThan(up);
      expect(at + (shape.size[at] ?? 0)).toBeLessThanOrEqual(up + (shape.size[up] ?? 0));
    }
  });
});
