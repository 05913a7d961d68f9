/** The learnings of a session, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import {
  someChain,
  someSession,
  someThought,
  thoughtsOf,
} from '../../../test/support/thought-samples.ts';
import {
  extractLearnings,
  type KeyMoment,
  LEARNING_TYPES,
  type LearningType,
} from './learnings.ts';
import { MAIN, type Session } from './session.ts';
import type { Thought } from './thought.ts';

interface Request {
  readonly session?: Partial<Session>;
  readonly moments?: readonly KeyMoment[];
  readonly types?: readonly LearningType[];
}

function learnt(thoughts: readonly Thought[], request: Request = {}) {
  const { session, moments = [], types = LEARNING_TYPES } = request;
  const read = {
    session: someSession({ thoughtCount: thoughts.length, ...session }),
    thoughts,
    chains: [someChain()],
  };
  const nowMs = Date.UTC(2026, 0, 6);
  return extractLearnings(read, { types, moments, most: 100, nowMs }).learnings;
}

const of = (type: LearningType, thoughts: readonly Thought[], request: Request = {}) =>
  learnt(thoughts, { ...request, types: [type] });

describe('patterns', () => {
  it('[TH44] are conclusions with what they rest on, each cited', () => {
    const [pattern, ...others] = of(
      'pattern',
      thoughtsOf('S1|O|Slow', 'S2|H|S1|The database', 'S9|O|Aside', 'S3|E|S2|The log', {
        text: 'S4|C|S2,S3|Add the index',
      }),
      { session: { tags: ['task:x', 'Web App'] } },
    );
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      type: 'pattern',
      targetPath: 'patterns/web-app/add-the-index.md',
      metadata: {
        sourceSession: someSession().id,
        sourceThoughts: [1, 2, 4, 5],
        extractedAt: '2026-01-06T00:00:00.000Z',
      },
    });
    expect(pattern?.content).toBe(
      [
        '# Add the index\n\nConcluded (thought 5).\n\nIt rests on:\n',
        '- observation (thought 1): Slow',
        '- hypothesis (thought 2): The database',
        '- evidence (thought 4): The log',
      ].join('\n'),
    );
  });

  it('[TH44] [TH87] of prose are the last thought, those before it and those of branches', () => {
    const thoughts = thoughtsOf(
      'It is slow',
      { chain: 'b', text: 'Aside' },
      {
        text: 'Add the index',
        more: false,
      },
    );
    const [pattern] = of('pattern', thoughts);
    expect(pattern?.metadata.sourceThoughts).toEqual([1, 2]);
    expect(pattern?.content).toBe(
      '# Add the index\n\nDecided (thought 2).\n\nIt followed from:\n\n' +
        '- thought (thought 1): It is slow\n\nOn the branch b:\n\n- thought (thought b:1): Aside',
    );
    expect(of('pattern', thoughtsOf('It is slow', 'Add the index'))).toEqual([]);
    expect(of('pattern', [])).toEqual([]);
  });

  it('[TH44] do not rest on what was revised or contradicted before', () => {
    const [pattern] = of(
      'pattern',
      thoughtsOf(
        'S1|H|The cache',
        'S2|H|The disk',
        'S3|O|Cold',
        'S4|R|^S1|The network, as [S3] shows',
        'S5|E|S3|⊖S2 It is idle',
        'S6|C|S4,S5,^S2|Mend the network',
      ),
    );
    expect(pattern?.metadata.sourceThoughts).toEqual([3, 4, 5, 6]);
    expect(pattern?.content).not.toMatch(/The cache|The disk/);
  });

  it('[TH44] do not include conclusions that were overturned', () => {
    const before = ['S1|H|The cache', 'S2|C|S1|Warm it'] as const;
    const revises = { chain: MAIN, number: 2 };
    for (const last of [
      'S3|X|S2|Too dear',
      'S3|R|^S2|Drop it',
      'S3|C|^S2|Drop it',
      'S3|E|S2|⊖S2 It is warm',
      { text: 'Drop it', revises },
      { chain: 'b', text: 'Drop it', revises },
    ]) {
      const titles = of('pattern', thoughtsOf(...before, last)).map(({ content }) => content);
      expect(titles.filter((content) => content.includes('Warm it'))).toEqual([]);
      expect(of('anti-pattern', thoughtsOf(...before, last))).toHaveLength(1);
    }
    const prose = thoughtsOf('It is slow', { text: 'Warm it', more: false });
    const later = someThought(1, { chain: 'b', text: 'Drop it', revises });
    expect(of('pattern', prose)).toHaveLength(1);
    expect(of('pattern', [...prose, later])).toEqual([]);
  });

  it('[TH44] do not rest on what was overturned, sooner or later', () => {
    const drawn = ['S1|H|The cache', 'S2|O|Cold', 'S3|C|S1,S2|Warm it'] as const;
    const [half] = of('pattern', thoughtsOf(...drawn, 'S4|X|S1|It is warm'));
    expect(half?.metadata.sourceThoughts).toEqual([2, 3]);
    expect(half?.content).not.toContain('The cache');
    expect(of('pattern', thoughtsOf(...drawn, 'S4|X|S1|No', 'S5|R|^S2|Warm'))).toEqual([]);
    expect(of('pattern', thoughtsOf('S1|H|It', 'S2|X|S1|Not it', 'S3|C|S1|Then'))).toEqual([]);
    const revised = { text: 'The log', revises: { chain: MAIN, number: 1 } };
    expect(of('pattern', thoughtsOf('S1|H|The cache', 'S2|C|S1|Warm it', revised))).toEqual([]);
  });

  it('[TH44] are found on branches, which can refer to the main chain', () => {
    const thoughts = thoughtsOf(
      'S1|O|Slow',
      { chain: 'b', text: 'S1|O|Slow at night' },
      { chain: 'b', text: 'S2|C|S1|Cron' },
      { chain: 'c', text: 'S2|C|S1|Load' },
    );
    const contents = of('pattern', thoughts).map(({ content }) => content);
    expect(contents[0]).toContain('(thought b:1): Slow at night');
    expect(contents[1]).toContain('(thought 1): Slow');
    expect(of('pattern', thoughts).map(({ metadata }) => metadata)).toMatchObject([
      { sourceThoughts: [1, 2], sourcePlaces: ['b:1', 'b:2'] },
      { sourceThoughts: [1], sourcePlaces: ['1', 'c:1'] },
    ]);
    const [onMain] = of('pattern', thoughtsOf('S1|C|Done'));
    expect(onMain?.metadata).not.toHaveProperty('sourcePlaces');
  });

  it('[TH44] are what the caller points out', () => {
    const [first, second] = [someThought(1, { text: 'One' }), someThought(2)];
    const moments = [
      { thought: second, type: 'insight', summary: 'Look at the log' },
      { thought: first, type: 'decision' },
      { thought: first, type: 'revision' },
    ];
    const found = of('pattern', [first, second], { moments });
    expect(found.map(({ targetPath }) => targetPath)).toEqual([
      'patterns/general/look-at-the-log.md',
      'patterns/general/one.md',
    ]);
    expect(found[0]?.content).toContain('Pointed out as insight:\n\n> Thought 2');
    expect(found[0]?.metadata.sourceThoughts).toEqual([2]);
  });

  it('[TH44] that the caller points out are reported once, and not if they were overturned', () => {
    const said = ['S1|H|a', 'S2|C|S1|c', 'Prose', 'S3|X|S2|bad'] as const;
    const thoughts = thoughtsOf(...said);
    const moments = [0, 1, 2, 2].map((n) => ({ thought: thoughts[n] as Thought, type: 'insight' }));
    const titles = (each: readonly Thought[]) =>
      of('pattern', each, { moments }).map(({ content }) => content.split('\n')[0]);
    expect(titles(thoughts)).toEqual(['# a', '# Prose']);
    expect(titles(thoughts.slice(0, 3))).toEqual(['# c', '# a', '# Prose']);
    const revises = { chain: MAIN, number: 3 };
    expect(titles([...thoughts, someThought(9, { revises, seq: 9 })])).toEqual(['# a']);
  });

  it('[TH44] can rest on thoughts in prose, and are dropped with them', () => {
    const drawn = ['Maybe it is DNS.', 'S2|C|S1|Fix DNS'] as const;
    const [pattern] = of('pattern', thoughtsOf(...drawn));
    expect(pattern?.content).toContain('- thought (thought 1): Maybe it is DNS.');
    expect(pattern?.metadata.sourceThoughts).toEqual([1, 2]);
    const rejected = thoughtsOf(...drawn, 'S3|X|S1|DNS is fine');
    expect(of('pattern', rejected)).toEqual([]);
    expect(of('anti-pattern', rejected)[0]?.content).toMatch(/^# Maybe it is DNS.*DNS is fine/s);
    const revised = { text: 'It is not.', revises: { chain: MAIN, number: 1 } };
    expect(of('pattern', thoughtsOf(...drawn, revised))).toEqual([]);
  });

  it('[TH44] are dropped with the conclusions that they rest on', () => {
    const drawn = ['S1|H|a', 'S2|C|S1|c1', 'S3|C|S2|c2', 'S4|C|S3|c3'] as const;
    expect(of('pattern', thoughtsOf(...drawn))).toHaveLength(3);
    expect(of('pattern', thoughtsOf(...drawn, 'S5|X|S1|No'))).toEqual([]);
  });

  it('[TH44] end for cycles and long chains of grounds', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `S${n}|O|Step ${n}`);
    const refs = Array.from({ length: 40 }, (_, n) => `S${n}`).join(',');
    const [pattern] = of('pattern', thoughtsOf(lines.join('\n'), `S99|C|${refs},S99|End`));
    expect(pattern?.metadata.sourceThoughts).toEqual([1, 2]);
    expect(pattern?.content.split('\n- ').length).toBeLessThanOrEqual(60);
  });
});

describe('anti-patterns', () => {
  it('[TH44] are thoughts with their revisions, also across chains', () => {
    const thoughts = thoughtsOf(
      'It is the cache',
      { text: 'It is the log', revises: { chain: MAIN, number: 1 } },
      { chain: 'b', text: 'It is both', revises: { chain: MAIN, number: 2 } },
    );
    const found = of('anti-pattern', thoughts);
    expect(found.map(({ metadata }) => metadata.sourceThoughts)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(found[0]?.content).toBe(
      '# It is the cache\n\nThought at first (thought 1).\n\n' +
        'Revised to:\n\n> It is the log\n>\n> (thought 2)',
    );
    expect(found[1]?.content).toContain('(thought b:1)');
  });

  it('[TH44] are steps that were revised or rejected', () => {
    const thoughts = thoughtsOf('S1|H|Cache\nS2|H|Disk', 'S3|X|S1|Cold anyway', 'S4|R|^S2|Net');
    const contents = of('anti-pattern', thoughts).map(({ content }) => content);
    expect(contents).toHaveLength(2);
    expect(contents[0]).toContain('Hypothesis (thought 1).');
    expect(contents[0]).toContain('Rejected:\n\n> Cold anyway');
    expect(contents[1]).toContain('Revised:\n\n> Net');
  });

  it('[TH44] are reported once, by the steps if these name what they revise', () => {
    const revises = { chain: MAIN, number: 2 };
    const before = ['S1|O|Slow', 'S2|H|S1|Card issuer'] as const;
    for (const text of ['S3|R|^S2|The app', 'S3|X|S2|No', 'S3|X|S2|No: ^[S2] is the app']) {
      const found = of('anti-pattern', thoughtsOf(...before, { text, revises }));
      expect(found.map(({ content }) => content.split('\n')[0])).toEqual(['# Card issuer']);
    }
    for (const text of ['The app', 'S3|O|S2|The app', 'S3|R|^S9|The app']) {
      const [one, ...others] = of('anti-pattern', thoughtsOf(...before, { text, revises }));
      expect(others).toEqual([]);
      expect(one?.content).toContain('Thought at first (thought 2).');
      expect(one?.content).toMatch(/^# Card issuer\n/);
      expect(one?.targetPath).toBe('anti-patterns/general/card-issuer.md');
    }
  });
});

describe('the signal', () => {
  it('[TH44] has the figures, the open questions and the last thought', () => {
    const thoughts = thoughtsOf('S1|Q|Why?\nS2|Q|When?', 'S3|O|S1|So.', { chain: 'b', text: 'Hm' });
    const [signal, ...others] = of('signal', thoughts);
    expect(others).toEqual([]);
    expect(signal?.targetPath).toBe(`signals/${someSession().id}.json`);
    expect(JSON.parse(signal?.content ?? '')).toMatchObject({
      signal: 'incomplete',
      metrics: { linearityScore: 1, thoughtCount: 3, isComplete: false },
      openQuestions: [{ thought: 1, question: 'When?' }],
      lastThought: { number: 1, text: 'Hm' },
    });
    expect(of('signal', [])).toHaveLength(1);
  });
});

it('[TH44] titles have the words of a step, not its label and references', () => {
  const thought = someThought(2, { text: 'S2|H|S1|Card issuer', more: false });
  const summary = 'S2|H|S1,S3|Ask the issuer';
  const moments = [
    { thought, type: 'insight' },
    { thought, type: 'insight', summary },
  ];
  const found = of('pattern', [thought], { moments });
  expect(found.map(({ content }) => content.split('\n')[0])).toEqual([
    '# Card issuer',
    '# Ask the issuer',
  ]);
});

it('[TH44] no two learnings have the same path', () => {
  const long = 'x'.repeat(80);
  const steps = ['S1|C|Add it', 'S2|C|Add it!', 'S3|H|add it', 'S4|X|S3|No', 'S5|X|S3|No!'];
  const found = learnt(
    thoughtsOf(...steps, `S6|C|${long}1`, `S7|C|${long}2`, 'S8|C|界', 'S9|C|🧭'),
  );
  const paths = found.map(({ targetPath }) => targetPath);
  expect(new Set(paths).size).toBe(paths.length);
  const { id } = someSession();
  expect(paths).toEqual([
    'patterns/general/add-it.md',
    'patterns/general/add-it-2.md',
    `patterns/general/${'x'.repeat(64)}.md`,
    `patterns/general/${'x'.repeat(62)}-2.md`,
    'patterns/general/xn--koy.md',
    `patterns/general/${id}.md`,
    'anti-patterns/general/add-it.md',
    `signals/${id}.json`,
  ]);
});

it('[TH44] quotes long texts shortened, and has a path for every title', () => {
  const [pattern] = of('pattern', thoughtsOf({ text: '界'.repeat(900), more: false }));
  expect([...(pattern?.content ?? '')].length).toBeLessThan(900);
  expect(pattern?.targetPath).toMatch(/^patterns\/general\/xn--[a-z0-9]{10,60}\.md$/);
  expect(learnt(thoughtsOf('x'), { types: [] })).toEqual([]);
});

it('[TH44] writes out only the learnings that were asked for', () => {
  for (const line of ['S1|X|S1|same', 'S1|C|S1|same', 'S1|Q|same']) {
    const lines = (at: number) =>
      Array.from({ length: 100 }, (_, n) => `${line} ${at * 100 + n}\n`).join('');
    const thoughts = thoughtsOf(...Array.from({ length: 500 }, (_, at) => lines(at)));
    const read = { session: someSession({}), thoughts, chains: [someChain()] };
    const request = { types: LEARNING_TYPES, moments: [], most: 20, nowMs: 0 };
    const { count, learnings } = extractLearnings(read, request);
    expect(learnings).toHaveLength(Math.min(count, 20));
    expect(count).toBe(line.includes('Q') ? 1 : 50_000 + (line.includes('X') ? 0 : 1));
    expect(JSON.stringify(learnings).length).toBeLessThan(50_000);
  }
});
