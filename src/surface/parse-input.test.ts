/**
 * Which arguments are accepted, and how faults are reported, named by the rules in
 * docs/spec/calls.md.
 */

import { describe, expect, it } from 'vitest';
import { LIMITS } from '../kernel/limits.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import type { Input, Operation } from '../operations/declaration/define-operation.ts';
import { parseInput } from './parse-input.ts';

function tool(name: string): Operation {
  const found = CATALOGUE.find((each) => each.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

function accepted(name: string, args: unknown): Input {
  const prepared = parseInput(tool(name), args);
  if (isRefusal(prepared)) throw new Error(prepared.message);
  return prepared.input;
}

function refused(name: string, args: unknown): Refusal {
  const input = parseInput(tool(name), args);
  if (!isRefusal(input)) throw new Error(`${name} took ${JSON.stringify(args).slice(0, 200)}`);
  expect(input.code).toBe('INVALID_INPUT');
  return input;
}

describe('arguments', () => {
  it.each([undefined, null, {}])('[CA1] %j counts as none, and defaults are filled in', (args) => {
    expect(accepted('show', args)).toEqual({ limit: 20 });
  });

  it.each([
    ['text', 'string'],
    [5, 'number'],
    [true, 'boolean'],
    [[], 'an array'],
    [[{ limit: 1 }], 'an array'],
  ])('[CA1] %j is refused', (args, kind) => {
    expect(refused('show', args).message).toBe(`arguments: expected an object, received ${kind}`);
  });

  it.each([
    [
      'notes_commit',
      { content: 'x', titel: 'T' },
      'unknown argument "titel"; did you mean "title"?',
    ],
    [
      'notes_commit',
      { content: 'x', Branch: 'a' },
      'unknown argument "Branch"; did you mean "branch"?',
    ],
    ['show', { maxchars: 5 }, 'unknown argument "maxchars"; did you mean "max_chars"?'],
    ['show', { zzz: 5 }, 'unknown argument "zzz"'],
    [
      'show',
      { target: { id: 'TASK-001', knd: 'task' } },
      'unknown argument "target.knd"; did you mean "kind"?',
    ],
    [
      'graph_plan',
      { nodes: [{ summary: 'a' }, { summary: 'b', depend_on: [] }] },
      'unknown argument "nodes.1.depend_on"; did you mean "depends_on"?',
    ],
    [
      'graph_update',
      { updates: [{ node_id: 'n', add_evidence: [{ type: 'git', ref: 'x', reff: 'x' }] }] },
      'unknown argument "updates.0.add_evidence.0.reff"; did you mean "ref"?',
    ],
    [
      'graph_query',
      { project: 'p', filter: { is_blockd: true } },
      'unknown argument "filter.is_blockd"; did you mean "is_blocked"?',
    ],
    ['help', { target: 'TASK-001' }, 'unknown argument "target"'],
  ])('[CA2] %s %j', (name, args, message) => {
    expect(refused(name, args).message).toBe(message);
  });

  it('[CA2] a name with a meaning in JavaScript is unknown like any other', () => {
    const args = JSON.parse('{"__proto__":{"limit":1}}');
    expect(refused('show', args).message).toBe('unknown argument "__proto__"');
    expect(refused('show', { constructor: 1 }).message).toContain('unknown argument "constructor"');
  });

  it.each([
    ['notes_commit', {}, 'content: required'],
    ['notes_commit', { content: undefined }, 'content: required'],
    ['notes_commit', { content: null }, 'content: expected string, received null'],
    ['notes_commit', { content: 5 }, 'content: expected string, received number'],
    ['show', { limit: 0 }, 'limit: expected number to be >=1'],
    ['show', { limit: 201 }, 'limit: expected number to be <=200'],
    ['show', { limit: 1.5 }, 'limit: expected int, received number'],
    ['show', { limit: '5' }, 'limit: expected number, received string'],
    ['show', { cursor: -1 }, 'cursor: expected number to be >=0'],
    ['show', { max_chars: -1 }, 'max_chars: expected number to be >=0'],
    ['show', { doc: ' ' }, 'doc: must not be blank'],
    ['show', { doc: 'a\nb' }, 'doc: one line without control characters'],
    ['show', { doc: 'x'.repeat(129) }, 'doc: at most 128 characters'],
    ['show', { branch: 'x'.repeat(201) }, 'branch: at most 200 characters'],
    ['branch_list', { limit: 501 }, 'limit: expected number to be <=500'],
    ['notes_commit', { content: 'x', title: 'x'.repeat(1001) }, 'title: at most 1000 characters'],
  ])('[CA3] %s %j', (name, args, message) => {
    expect(refused(name, args).message).toBe(message);
  });

  it('[CA3] a choice names its options, a workspace and a target their form', () => {
    expect(refused('show', { doc_kind: 'note' }).message).toMatch(/^doc_kind: .*"notes"\|"trace"/);
    expect(refused('show', { workspace: '-a' }).message).toMatch(/^workspace: a letter or digit/);
    expect(refused('show', { target: 'TASK-1' }).message).toMatch(/^target: .*TASK-/);
    expect(refused('show', { target: 5 }).message).toMatch(/^target: .*TASK-/);
  });

  it('[CA4] three faults are reported, the others counted', () => {
    const four = { limit: 0, cursor: -1, doc: ' ', max_chars: -1 };
    expect(refused('show', four).message).toBe(
      'doc: must not be blank; cursor: expected number to be >=0; ' +
        'limit: expected number to be >=1; and 1 more',
    );
    const { max_chars: _fourth, ...three } = four;
    expect(refused('show', three).message).not.toContain('more');
  });

  it('[CA6] a refusal proposes help for the tool', () => {
    expect(refused('show', { limit: 0 }).suggestions).toMatchObject([
      { action: 'call_tool', target: 'help', params: { tool: 'show' } },
    ]);
  });
});

describe('sizes', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  const note = (meta: unknown) => ({ content: 'x', meta });

  it('[CA5] arguments nest 32 levels at most', () => {
    expect(accepted('notes_commit', note(nested(31)))).toHaveProperty('meta');
    const message = refused('notes_commit', note(nested(32))).message;
    expect(message).toMatch(/nested deeper than 32 levels$/);
    expect(message.length).toBeLessThanOrEqual(200);
  });

  it('[CA5] endless nesting is refused, not followed', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(refused('notes_commit', note({ deep })).message).toMatch(/nested deeper/);
  });

  it('[CA5] arguments hold 20,000 values at most', () => {
    const values = (count: number) => note({ list: Array.from({ length: count }, () => 1) });
    // The arguments, content, meta and the list are values themselves.
    expect(accepted('notes_commit', values(LIMITS.values - 4))).toHaveProperty('meta');
    expect(refused('notes_commit', values(LIMITS.values - 3)).message).toBe(
      'arguments: at most 20000 values',
    );
  });

  it('[CA5] arguments have 1,048,576 bytes at most', () => {
    expect(refused('notes_commit', { content: 'ä'.repeat(600_000) }).message).toBe(
      'arguments: at most 1048576 bytes in one call',
    );
  });

  it.each([
    [{ content: 'a\u0000b' }, 'content: not valid text (NUL or half a character)'],
    [{ content: '\ud83e' }, 'content: not valid text (NUL or half a character)'],
    [note({ list: ['ok', '\udded'] }), 'meta.list.1: not valid text (NUL or half a character)'],
    [note({ 'k\u0000': 1 }), 'meta: a name is not valid text'],
  ])('[CA5] %j is refused', (args, message) => {
    expect(refused('notes_commit', args).message).toBe(message);
  });

  it('[CA5] a hostile name produces no huge message, nor half a character', () => {
    // Wherever the name is cut, one of these has a surrogate pair at that position.
    const paddings = Array.from({ length: 12 }, (_, index) => 'y'.repeat(70 + index));
    for (const name of ['x'.repeat(100_000), ...paddings.map((y) => y + '🧭'.repeat(500))]) {
      for (const args of [{ [name]: 1 }, note({ [name]: '\u0000' })]) {
        const { message } = refused('notes_commit', { content: 'x', ...args });
        expect(message.length).toBeLessThan(400);
        expect(message.isWellFormed(), JSON.stringify(message)).toBe(true);
      }
    }
  });

  it.each([
    ['content', { content: 'x'.repeat(LIMITS.text + 1) }, 'at most 256000 characters'],
    ['meta', note({ a: 'x'.repeat(LIMITS.metaBytes) }), 'at most 64000 bytes of JSON'],
  ])('[CA5] %s has a limit of its own', (name, args, message) => {
    expect(refused('notes_commit', args).message).toBe(`${name}: ${message}`);
  });

  it('[CA7] an object of the caller’s is refused or kept whole, whatever its names', () => {
    const args = JSON.parse('{"content":"x","meta":{"__proto__":{"a":1},"b":2}}');
    const prepared = parseInput(tool('notes_commit'), args);
    if (isRefusal(prepared)) return;
    expect(JSON.stringify(prepared.input.meta)).toBe(JSON.stringify(args.meta));
  });

  it('[CA7] every kind of JSON value in it is kept', () => {
    const meta = { a: [1, -0.5, null, true, 'ä', { b: {} }], '': '', 'k k': [[]] };
    expect(accepted('notes_commit', note(meta)).meta).toEqual(meta);
  });
});

describe('placeholders', () => {
  const CASES: readonly (readonly [string, object, string])[] = [
    ['notes_commit', { content: ' <fill: what was found> ' }, 'content: what was found'],
    ['tasks_macro_start', { task_title: '<fill: what to do>' }, 'task_title: what to do'],
    ['tasks_macro_close_step', { note: 'CMD: <fill: a>\nLINK: <fill: b>' }, 'note: a, b'],
    ['tasks_macro_close_step', { proof: { cell: '<fill: a>' } }, 'proof.cell: a'],
    ['tasks_batch', { operations: [{ args: { note: '<fill: a>' } }] }, 'operations.0.args.note: a'],
    [
      'think_card',
      { card: { title: 'T', meta: { checks: ['<fill: x>'] } } },
      'card.meta.checks.0: x',
    ],
    ['think_card', { card: { title: 'T', meta: { deep: ['<FILL>'] } } }, 'card.meta.deep.0: '],
    ['help', { tool: '<fill: a tool>' }, 'tool: a tool'],
  ];

  it.each(CASES)('[CA100] %s refuses %j', (name, args, expected) => {
    const { message, recovery, details } = refused(name, args);
    const [path, what] = expected.split(': ', 2);
    expect(message).toBe(
      `${path}: is still a placeholder; fill in: ${what === '' ? 'your own words' : what}`,
    );
    expect(recovery).toBe('Send it again with your own words there.');
    expect(details).toEqual({ field: path });
  });

  it.each<[string, object]>([
    ['tasks_macro_close_step', { proof: 'CMD: <fill: a>' }],
    ['tasks_macro_close_step', { proof: ['CMD: <fill: a>', 'LINK: x'] }],
    ['tasks_macro_close_step', { proof: { checks: ['<fill: a>'] } }],
    ['tasks_evidence_capture', { checks: ['CMD: <fill: a>'] }],
    [
      'tasks_batch',
      { operations: [{ tool: 'tasks_evidence_capture', args: { checks: ['<fill: a>'] } }] },
    ],
  ])('[CA100] %s leaves receipts to be judged: %j', (name, args) => {
    expect(accepted(name, args)).toMatchObject(args);
  });

  it('[CA100] every tool refuses one, wherever it is', () => {
    for (const { name, fields } of CATALOGUE.filter(({ router }) => router === undefined)) {
      const [field = ''] = Object.keys(fields);
      const { message } = refused(name, { [field]: [{ inner: '<fill: it>' }] });
      expect(message, name).toContain(`${field}.0.inner: is still a placeholder; fill in: it`);
    }
  });

  it.each([
    'Proposed calls contain <fill: hint> where words are missing.',
    '<fill: hint> is the form.',
    'const form = "<fill: x>";',
    'First line\n<fill: x>',
    '<filling>',
    'CMD: echo "<fill: x>"',
  ])('[CA100] %j is a text like any other', (content) => {
    expect(accepted('notes_commit', { content })).toMatchObject({ content });
  });
});
