import { describe, expect, it } from 'vitest';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { sessionModel } from './session-model.ts';

let seq = 0;
function thought(key: string, more: Partial<ThoughtRow> = {}): ThoughtRow {
  const [chain, number] = key.includes(':') ? key.split(':') : ['', key];
  seq += 1;
  const own = { chain: chain ?? '', number: Number(number), seq, atMs: seq, by: 'a' };
  return { key, ...own, text: key, marks: [], ...more };
}

const modelOf = (...rows: readonly ThoughtRow[]) =>
  sessionModel(new Map(rows.map((row) => [row.key, row])));

describe('a session as the page has it', () => {
  it('[OB54] has its chains in the order of arrival, whatever the order of the rows', () => {
    const [one, nine, two, b1, a1, b2] = [
      ...[thought('1'), thought('9'), thought('2')],
      ...[thought('b:1', { from: 9 }), thought('a:1', { from: 1 }), thought('b:2')],
    ] as [ThoughtRow, ThoughtRow, ThoughtRow, ThoughtRow, ThoughtRow, ThoughtRow];
    const model = modelOf(b2, a1, two, nine, one, b1);
    expect(
      model.chains.map(({ name, thoughts }) => [name, thoughts.map(({ key }) => key)]),
    ).toEqual([
      ['', ['1', '9', '2']],
      ['b', ['b:1', 'b:2']],
      ['a', ['a:1']],
    ]);
    expect(model.chains.map(({ fork }) => fork)).toEqual([
      undefined,
      { chain: 0, at: 1 },
      { chain: 0, at: 0 },
    ]);
    expect(model.placeOf('b:2')).toEqual({ chain: 1, at: 1 });
    expect(model.thoughtAt({ chain: 0, at: 1 })?.key).toBe('9');
  });

  it('[OB55] knows what was revised, by whom, and where chains ended', () => {
    const early = thought('2', { isLast: true });
    const model = modelOf(
      ...[thought('1'), early, thought('3', { revises: '1' })],
      ...[thought('b:1', { from: 1, revises: '1', isLast: true })],
    );
    expect(model.revisedBy('1')).toEqual(['3', 'b:1']);
    expect(model.revisedBy('3')).toEqual([]);
    expect(model.isEnd(early), 'it was continued').toBe(false);
    expect(model.isEnd(model.thoughts[3] as ThoughtRow)).toBe(true);
  });

  it('[OB55] a reference means the last step with its label, else the thought with that number', () => {
    const model = modelOf(
      thought('1', { labels: [1] }),
      thought('2'),
      thought('3', { labels: [1, 5], refs: [] }),
      thought('4', { refs: [1, 2, 77], labels: [6] }),
      thought('b:1', { from: 2, refs: [1], labels: [1] }),
      thought('b:2', { refs: [1, 6], labels: [8] }),
      thought('5', { refs: [1], revises: '2' }),
    );
    expect(model.referencesOf('4')).toEqual(['3', '2']);
    expect(model.referencesOf('b:1')).toEqual(['3']);
    expect(model.referencesOf('b:2')).toEqual(['b:1', '4']);
    expect(model.referencesOf('5')).toEqual(['2', '3']);
    expect(model.referencesOf('3'), 'to itself').toEqual([]);
    expect(model.referredBy('3')).toEqual(['4', 'b:1', '5']);
    expect(model.referredBy('2')).toEqual(['4', '5']);
  });
});
