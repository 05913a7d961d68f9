/** The learnings of whole sessions, as agents record them; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { someChain, someSession, thoughtsOf } from '../../../test/support/thought-samples.ts';
import { extractLearnings, LEARNING_TYPES } from './learnings.ts';
import { MAIN } from './session.ts';
import type { Thought } from './thought.ts';

type Said = readonly (string | Partial<Thought>)[];

function learnt(...said: Said) {
  const thoughts = thoughtsOf(...said);
  const read = {
    session: someSession({ thoughtCount: thoughts.length, title: 'A session' }),
    thoughts,
    chains: [someChain()],
  };
  const request = { types: LEARNING_TYPES, moments: [], most: 100, nowMs: 0 };
  return extractLearnings(read, request).learnings;
}

function byType(learnings: ReturnType<typeof learnt>) {
  const contents = (type: string) =>
    learnings.filter((each) => each.type === type).map(({ content }) => content);
  return { patterns: contents('pattern'), antiPatterns: contents('anti-pattern') };
}

const onBranch = (chain: string, text: string) => ({ chain, text });

describe('debugging in cipher', () => {
  const learnings = learnt(
    'S1|O|Checkout times out since the release of Tuesday',
    'S2|H|S1|The connection pool is too small',
    'S3|H|S1|The new tax call blocks',
    'S4|E|S2|⊖S2 The pool has 40 idle connections at the peak',
    'S5|X|S2|∴ ¬ the pool [S4]',
    'S6|E|S3|Traces: 9 s of 10 s are spent in the tax call',
    onBranch('retry', 'S7|H|S3|The retries multiply it'),
    onBranch('retry', 'S8|E|S7|Three retries of 3 s each, measured on staging'),
    'S9|Q|Who else calls it?',
    'S10|E|S9|Only the basket, and that caches',
    'S11|C|S3,S6|∴ Give the tax call a deadline of 500 ms, without retries',
    'S12|P|S11|1. deadline 2. staging 3. release',
    'S13|O|Deployed to staging',
    'S14|E|S11|p99 fell from 10 s to 800 ms on staging',
  );
  const { patterns, antiPatterns } = byType(learnings);

  it('[TH87] the conclusion has its grounds, the proof that came later, and the branch', () => {
    expect(patterns).toEqual([
      [
        '# Give the tax call a deadline of 500 ms, without retries\n',
        'Concluded (thought 9).\n',
        'It rests on:\n',
        '- observation (thought 1): Checkout times out since the release of Tuesday',
        '- hypothesis (thought 3): The new tax call blocks',
        '- evidence (thought 6): Traces: 9 s of 10 s are spent in the tax call\n',
        'Confirmed by:\n',
        '- evidence (thought 12): p99 fell from 10 s to 800 ms on staging\n',
        'On the branch retry:\n',
        '- hypothesis (thought retry:1): The retries multiply it',
        '- evidence (thought retry:2): Three retries of 3 s each, measured on staging',
      ].join('\n'),
    ]);
  });

  it('[TH87] what was rejected is told once, with all that speaks against it', () => {
    expect(antiPatterns).toHaveLength(1);
    expect(antiPatterns[0]).toMatch(
      /^# The connection pool is too small\n\nHypothesis \(thought 2\)\./,
    );
    expect(antiPatterns[0]).toContain('The pool has 40 idle connections');
    expect(antiPatterns[0]).toContain('the pool [S4]');
    const paths = learnings.map(({ targetPath }) => targetPath);
    expect(paths.filter((path) => /-2\.md$/.test(path))).toEqual([]);
  });

  it('[TH87] no heading has notation, and none is repeated below', () => {
    for (const content of [...patterns, ...antiPatterns]) {
      const [heading = '', ...rest] = content.split('\n');
      expect(heading).not.toMatch(/[→←∴∵∧∨¬⊕⊖^]|\[S\d/u);
      expect(rest.join('\n')).not.toContain(heading.slice(2));
    }
  });
});

it('[TH87] a decision in prose has the reasons that were found on its branches', () => {
  const { patterns, antiPatterns } = byType(
    learnt(
      'We need a queue for the mails. Two ways come to mind: a table in PostgreSQL, or SQS.',
      onBranch('table', 'A bench of the table with SKIP LOCKED: 3,000 jobs a second on one core.'),
      onBranch('table', 'Vacuum keeps up if the rows are deleted in batches.'),
      onBranch('sqs', 'SQS has a limit of 256 KB; our mails with attachments have up to 5 MB.'),
      'We send about 200 mails a second at the peak.',
      {
        text: 'It is 400 a second: the newsletter comes on top.',
        revises: { chain: MAIN, number: 2 },
      },
      { text: 'Decision: a table in PostgreSQL with SKIP LOCKED.', more: false },
    ),
  );
  expect(patterns).toHaveLength(1);
  for (const reason of ['3,000 jobs', 'Vacuum keeps up', '256 KB', '400 a second']) {
    expect(patterns[0]).toContain(reason);
  }
  expect(patterns[0]).not.toContain('200 mails');
  expect(antiPatterns).toHaveLength(1);
  expect(antiPatterns[0]).toContain('400 a second');
});

it.each([
  ['small talk', ['Hmm, let me see.', { text: 'ok', more: false }]],
  ['a last observation', ['S1|H|The cache', { text: 'S2|O|Hit rate 2%', more: false }]],
  ['a last plan', ['S1|O|Slow', { text: 'S2|P|S1|1. measure', more: false }]],
] as const)('[TH87] %s is no pattern', (_name, said) => {
  expect(byType(learnt(...said)).patterns).toEqual([]);
});

it('[TH87] small talk is no ground, and a conclusion that is repeated is told once', () => {
  const said = [
    'The disk is full.',
    "Ok, let's see.",
    { text: 'Delete the old logs', more: false },
  ];
  const { patterns } = byType(learnt(...said));
  expect(patterns[0]).toContain('The disk is full.');
  expect(patterns[0]).not.toContain('see');
  const again = byType(learnt('S1|O|x', 'S2|C|S1|Add it', 'S3|C|S1|∴ Add it'));
  expect(again.patterns).toHaveLength(1);
});

it('[TH83] [TH87] a question stays open until something is found', () => {
  const [signal] = learnt(
    'S1|Q|Which node?\nS2|Q|Since when?\nS3|Q|Why?',
    'S4|H|S1|The third',
    'S5|E|S2|Since March',
    onBranch('b', 'S3|Q|Why on b?'),
    onBranch('b', 'S6|C|S3|Because of b'),
  ).filter(({ type }) => type === 'signal');
  expect(JSON.parse(signal?.content ?? '').openQuestions).toEqual([
    { thought: 1, question: 'Which node?' },
    { thought: 1, question: 'Why?' },
  ]);
});
