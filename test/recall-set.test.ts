/** The questions by which recall is judged: they are sound, and their memories can be entered. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, filledText, type Labels } from '../bench/recall-set/labels.ts';
import { type Asked, isNewAbove, rankOf, score } from '../bench/recall-set/score.ts';
import { labelsOf, PROJECTS, SORTS } from '../bench/recall-set/set.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';

const QUESTIONS = PROJECTS.flatMap(({ questions }) => questions);

const asked = (hits: string, want: string, notFirst = ''): Asked => ({
  ...{ sort: 'natural', hits: hits.split(''), want: want.split('') },
  notFirst: notFirst.split(''),
});

describe('the questions', () => {
  it('there are as many of each sort as promised, 300 in all', () => {
    const counts: Record<string, number> = {};
    for (const { sort } of QUESTIONS) counts[sort] = (counts[sort] ?? 0) + 1;
    expect(counts).toEqual(SORTS);
    expect(QUESTIONS).toHaveLength(300);
  });

  it('none is asked twice', () => {
    const texts = PROJECTS.flatMap(({ workspace, questions }) =>
      questions.map(({ ask }) => `${workspace}: ${ask.toLowerCase()}`),
    );
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('only what was superseded has something that must stand below', () => {
    const wrong = QUESTIONS.filter(
      ({ sort, not_first = [] }) => (sort === 'superseded') !== not_first.length > 0,
    );
    expect(wrong).toEqual([]);
  });

  it.each(PROJECTS)('every label they name is given once in $workspace', (project) => {
    const given = project.entries.flatMap(labelsOf);
    const named = project.questions.flatMap(({ want, not_first = [] }) => [...want, ...not_first]);
    expect(given.filter((label, at) => given.indexOf(label) !== at)).toEqual([]);
    expect(named.filter((label) => !given.includes(label))).toEqual([]);
    expect(project.questions.filter(({ want }) => want.length === 0)).toEqual([]);
  });
});

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ID_FORMS: readonly RegExp[] = [
  /^evt_\d{16}$/,
  /^(CARD|RULE|PLAN|TASK)-\d+$/,
  /^TASK-\d+\/STEP-[0-9A-F]{8}$/,
  /^CONFLICT-[0-9a-f]{32}$/,
  /^<node-\d+-\d+>$/,
  new RegExp(`^${UUID}$`),
  new RegExp(`^${UUID}#([^:]+:)?\\d+$`),
  new RegExp(`^${UUID}/${UUID}$`),
  // Slugs of patterns and of notes on the scratchpad.
  /^[a-z0-9]+(-+[a-z0-9]+)*$/,
];

describe('the memories', () => {
  let server: TestSurface;
  beforeAll(async () => {
    server = await openTestSurface();
  });
  afterAll(() => server.close());

  it.each(PROJECTS)('every label in $workspace gets an id of its own', async (project) => {
    const labels: Labels = await enter(project, async (tool, args) => {
      const { isError, text } = await server.call(tool, args);
      expect(isError, `${tool} ${JSON.stringify(args)}: ${text}`).toBe(false);
      return text;
    });
    const ids = [...labels.values()];
    expect(ids.filter((id) => !ID_FORMS.some((form) => form.test(id)))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { ask } of project.questions) expect(filledText(ask, labels)).not.toContain('{id:');
  });
});

describe('the score', () => {
  it('the rank is that of the first hit that is wanted, among ten', () => {
    expect(rankOf(['a', 'b', 'c'], ['c', 'b'])).toBe(2);
    expect(rankOf(['a'], ['b'])).toBe(Number.POSITIVE_INFINITY);
    expect(rankOf('abcdefghijk'.split(''), ['j'])).toBe(10);
    expect(rankOf('abcdefghijk'.split(''), ['k'])).toBe(Number.POSITIVE_INFINITY);
  });

  it('hits, first hits and reciprocal ranks are added up', () => {
    const all = [asked('abc', 'a'), asked('abc', 'bc'), asked('abc', 'x'), asked('', 'x')];
    expect(score(all)).toEqual({ asked: 4, first: 1, ten: 2, reciprocal: 1.5 });
  });

  it('the new one is above the old one only if it is found', () => {
    expect(isNewAbove(asked('no', 'n', 'o'))).toBe(true);
    expect(isNewAbove(asked('n', 'n', 'o'))).toBe(true);
    expect(isNewAbove(asked('on', 'n', 'o'))).toBe(false);
    expect(isNewAbove(asked('o', 'n', 'o'))).toBe(false);
    expect(isNewAbove(asked('', 'n', 'o'))).toBe(false);
  });
});
