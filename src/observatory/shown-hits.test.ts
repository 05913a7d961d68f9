/** What the page gets of an answer of recall; the rules are in docs/spec/observatory.md. */

import { expect, it } from 'vitest';
import { shownRecall } from './shown-hits.ts';

const AT = '2026-01-05T00:00:00.000Z';

it('[OB118] marks the words in passages, and says what is superseded', () => {
  const hits = [
    { id: 'RULE-001', kind: 'rule', at: AT, text: 'Never clear the cache.', same: 2 },
    { id: 'RULE-002', kind: 'rule', at: AT, text: 'Clear it.', state: 'replaced' },
    { id: 'TASK-001', kind: 'task', at: AT, text: 'Look', state: 'done' },
  ];
  expect(shownRecall({ hits, cursor: '3', has_more: true }, 'caches')).toMatchObject({
    cursor: '3',
    hits: [
      {
        ...{ id: 'RULE-001', isOld: false, same: 2 },
        passage: [
          { text: 'Never clear the ', isMatch: false },
          { text: 'cache', isMatch: true },
          { text: '.', isMatch: false },
        ],
      },
      { state: 'replaced', isOld: true, passage: [{ text: 'Clear it.', isMatch: false }] },
      { state: 'done', isOld: false },
    ],
  });
  expect(shownRecall({ hits: [], nearest: ['cache'] }, 'cachette')).toEqual({
    hits: [],
    nearest: ['cache'],
  });
});

it('[OB120] shows what was opened, or the choice', () => {
  const opened = { id: 'lost', kind: 'card', state: 'deleted', content: { title: 'A zebra' } };
  expect(shownRecall(opened, undefined)).toEqual({ ...opened, isOld: true });
  const choices = [{ id: 'card:k', kind: 'card', at: AT, text: 'K' }];
  expect(shownRecall({ choices }, undefined)).toMatchObject({
    choices: [{ id: 'card:k', passage: [{ text: 'K', isMatch: false }] }],
  });
});
