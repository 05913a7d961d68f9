/** Views of sessions and thoughts, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { someChain, someSession, someThought } from '../../../test/support/thought-samples.ts';
import { markdownOf, sessionExport } from './export-session.ts';
import { MAIN, sessionIdAt, startSession } from './session.ts';
import { sessionView, thoughtData, thoughtNode } from './session-view.ts';

const session = someSession({ thoughtCount: 5, branchCount: 2, tags: ['web'] });
const { id } = session;
const chains = [
  someChain({ count: 3, last: 3, highest: 3 }),
  someChain({ name: 'b', origin: 2, first: 4, last: 4 }),
  someChain({ name: 'a', origin: 2 }),
];
const thoughts = [
  someThought(1, { following: 3, text: 'One' }),
  someThought(3, { previous: 1, following: 2, text: 'Three' }),
  someThought(2, { previous: 3, revises: { chain: MAIN, number: 1 }, more: false }),
  someThought(4, { chain: 'b', text: 'B' }),
  someThought(1, { chain: 'a', revises: { chain: 'b', number: 4 }, unsure: true }),
];

function nodeOf(index: number) {
  const thought = thoughts[index];
  if (!thought) throw new Error(`no thought ${index}`);
  return thoughtNode(id, thought, chains);
}

describe('the links of a thought', () => {
  it('[TH29] follow the order of arrival on its chain', () => {
    expect(nodeOf(0)).toMatchObject({ id: `${id}:1`, prev: null, next: [`${id}:3`] });
    expect(nodeOf(1)).toMatchObject({ id: `${id}:3`, prev: `${id}:1`, next: [`${id}:2`] });
    expect(nodeOf(2)).toMatchObject({
      id: `${id}:2`,
      prev: `${id}:3`,
      next: [`${id}:a:1`, `${id}:b:4`],
      revisesNode: `${id}:1`,
      branchOrigin: null,
      branchId: null,
    });
  });

  it('[TH29] connect the origin of a branch with the branch', () => {
    expect(nodeOf(3)).toMatchObject({
      id: `${id}:b:4`,
      prev: `${id}:2`,
      next: [],
      revisesNode: null,
      branchOrigin: `${id}:2`,
      branchId: 'b',
      data: { branchId: 'b', branchFromThought: 2 },
    });
    expect(nodeOf(4)).toMatchObject({ prev: `${id}:2`, revisesNode: `${id}:b:4` });
  });
});

describe('views', () => {
  it('[TH42] a thought has the fields of the contract, and no more', () => {
    expect(thoughtData(someThought(1, { text: 'One' }), undefined)).toEqual({
      thought: 'One',
      thoughtNumber: 1,
      totalThoughts: 9,
      nextThoughtNeeded: true,
      timestamp: '2026-01-05T09:00:01.000Z',
    });
    const critique = { text: 'Why?', model: 'm', atMs: Date.UTC(2026, 0, 5) };
    const full = thoughtData(someThought(2, { ...thoughts[4], critique }), 2);
    expect(full).toMatchObject({
      isRevision: true,
      revisesThought: 4,
      branchId: 'a',
      branchFromThought: 2,
      needsMoreThoughts: true,
      critique: { text: 'Why?', model: 'm', timestamp: '2026-01-05T00:00:00.000Z' },
    });
  });

  it('[TH42] a session has the fields of the contract; a list has fewer', () => {
    expect(sessionView(session)).toEqual({
      id,
      title: 'Slow pages',
      tags: ['web'],
      thoughtCount: 5,
      branchCount: 2,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:02:00.000Z',
      lastAccessedAt: '2026-01-05T09:03:00.000Z',
      project: '_default',
      status: 'active',
    });
    expect(sessionView({ ...session, project: 'p', isComplete: true })).toMatchObject({
      project: 'p',
      status: 'completed',
    });
  });

  it('[TH42] an export has all nodes; Markdown has every chain', () => {
    const whole = sessionExport(session, thoughts, chains, Date.UTC(2026, 0, 6));
    expect(whole).toMatchObject({ version: '1.0', exportedAt: '2026-01-06T00:00:00.000Z' });
    expect(whole.nodes.map((node) => node.id)).toEqual(
      ['1', '3', '2', 'b:4', 'a:1'].map((place) => `${id}:${place}`),
    );
    const markdown = markdownOf(session, thoughts, chains, true);
    expect(markdown.split('\n').filter((line) => /^(#|-)/.test(line))).toEqual([
      '# Slow pages',
      `- Session: ${id}`,
      '- Tags: web',
      '- Created: 2026-01-05T09:00:00.000Z',
      '- Thoughts: 5 (2 branches)',
      '- Status: active',
      '## Main thread',
      '### Thought 1/9',
      '### Thought 3/9',
      '### Thought 2/9, revises 1',
      '## Branch b, from thought 2',
      '### Thought 4/9',
      '## Branch a, from thought 2',
      '### Thought 1/9, revises b:4',
    ]);
    expect(markdownOf(session, thoughts, chains, false)).not.toContain('Session:');
  });

  it('[TH85] nothing in a thought is taken for the document, or takes in what follows', () => {
    const open = ['# Title\n\n```sh\nls', 'Heading\n===\n<!-- open\r\n~~~', '- [x] a\n\n    code'];
    const said = { text: '```\nopen', model: 'm', atMs: 0 };
    const all = open.map((text, at) =>
      someThought(at + 1, { text, ...(at === 1 ? { critique: said } : {}) }),
    );
    const whole = markdownOf({ ...session, description: '```' }, all, chains.slice(0, 1), false);
    const outside = whole.split('\n').filter((line) => line !== '' && !line.startsWith('>'));
    expect(outside).toEqual([
      ...['# Slow pages', '## Main thread', '### Thought 1/9', '### Thought 2/9'],
      ...['Critique (m):', '### Thought 3/9'],
    ]);
    expect(whole.split('\n\n')).toContain('> # Title\n>\n> ```sh\n> ls');
  });
});

it('[TH16] a session has a UUID that sorts by time, a title, and each tag once', () => {
  const chance = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
  const made = sessionIdAt(Date.UTC(2026, 0, 5), chance);
  expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const later = sessionIdAt(Date.UTC(2026, 0, 5) + 1, chance);
  expect([later, made].sort()).toEqual([made, later]);
  const tags = ['a', ' b ', 'a', ' '];
  const draft = startSession({ id: made, project: 'p', tags }, 4, Date.UTC(2026, 0, 5));
  expect(draft).toEqual({
    type: 'session_started',
    entity: 'session:5',
    payload: {
      id: made,
      project: 'p',
      title: 'Reasoning session 2026-01-05T00:00:00.000Z',
      tags: ['a', 'b'],
    },
  });
});
