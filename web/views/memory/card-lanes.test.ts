/** The lanes of cards, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { elbow, laneOf, lanesOf, relationsOf } from './card-lanes.ts';

const card = (id: string, type: string, begun: number, ...to: readonly string[]) => ({
  ...{ id, type, begun, edges: to.map((end) => ({ rel: 'supports', to: end })) },
});

describe('the lanes of cards', () => {
  it('[OB92] are by kind, and within a lane by when a card began', () => {
    const lanes = lanesOf([
      card('h2', 'hypothesis', 9),
      card('q', 'question', 1),
      card('h1', 'hypothesis', 4),
      card('x', 'frame', 2),
    ]);
    expect([...lanes.keys()]).toEqual([
      ...['question', 'hypothesis', 'test', 'evidence', 'decision', 'other'],
    ]);
    expect(lanes.get('hypothesis')?.map(({ id }) => id)).toEqual(['h1', 'h2']);
    expect(lanes.get('other')?.map(({ id }) => id)).toEqual(['x']);
    expect(laneOf('idea')).toBe('other');
  });

  it('[OB92] the selected card has its edges both ways', () => {
    const cards = [
      card('q', 'question', 1),
      card('h', 'hypothesis', 2, 'q'),
      card('e', 'evidence', 3, 'h'),
    ];
    expect(relationsOf(cards, 'h')).toEqual([
      { id: 'q', rel: 'supports', isOutgoing: true },
      { id: 'e', rel: 'supports', isOutgoing: false },
    ]);
    expect(relationsOf(cards, undefined)).toEqual([]);
  });

  it('[OB92] an edge leaves and enters at the sides of the cards', () => {
    const box = (left: number, top: number) => ({ left, top, width: 100, height: 40 });
    expect(elbow(box(0, 0), box(120, 100))).toEqual({
      ...{ line: 'M100 20H110V120H114', tip: 'M120 120l-6 -4v8z' },
    });
    expect(elbow(box(120, 100), box(0, 0))).toEqual({
      ...{ line: 'M120 120H110V20H106', tip: 'M100 20l6 -4v8z' },
    });
    expect(elbow(box(20, 0), box(20, 100)).line).toBe('M20 20H10V120H14');
  });
});
