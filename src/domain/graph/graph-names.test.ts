/** The rules for names in a graph; rules in docs/spec/graph.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../kernel/refusal.ts';
import {
  canonicalTags,
  nodeId,
  nodeStatus,
  nodeType,
  relation,
  reservedPrefix,
} from './graph-names.ts';

const RUNS = { seed: 1731, numRuns: 300 };

describe('ids, types and relations', () => {
  it.each([
    ['a', 'a'],
    ['  a b  ', 'a b'],
    ['Größe-🧭', 'Größe-🧭'],
    ['x'.repeat(256), 'x'.repeat(256)],
    [` ${'x'.repeat(256)} `, 'x'.repeat(256)],
  ])('[GR1] %j is an id', (given, canonical) => {
    expect(nodeId(given, 'id')).toBe(canonical);
  });

  it.each(['', ' ', '\t', 'a|b', 'a\nb', 'a\u0000b', 'a\u2028b', 'a\u0085b', 'x'.repeat(257)])(
    '[GR1] %j is not an id, and the refusal names the field',
    (given) => {
      expect(nodeId(given, 'ops.3.id')).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^ops\.3\.id: /),
      });
    },
  );

  it('[GR1] a type and a relation contain no bar, and have at most 128 characters', () => {
    for (const check of [nodeType, relation]) {
      expect(check('x'.repeat(128), 'f')).toBe('x'.repeat(128));
      expect(isRefusal(check('x'.repeat(129), 'f'))).toBe(true);
      expect(isRefusal(check(' ', 'f'))).toBe(true);
      expect(isRefusal(check('a|b', 'f'))).toBe(true);
    }
  });

  it('[GR1] a status is stored as it is, one line of at most 128 characters', () => {
    for (const status of ['', 'open', ' open ', 'a|b', 'x'.repeat(128)]) {
      expect(nodeStatus(status, 'status')).toBe(status);
    }
    for (const status of ['x'.repeat(129), 'a\nb']) {
      expect(isRefusal(nodeStatus(status, 'status'))).toBe(true);
    }
  });

  it('[GR1] the canonical form is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const id = nodeId(text, 'id');
        if (!isRefusal(id)) expect(nodeId(id, 'id')).toBe(id);
      }),
      RUNS,
    );
  });
});

describe('reserved prefixes', () => {
  it.each(['task:', 'task:TASK-001', 'step:STEP-1', 'work:x'])('[GR3] %j is reserved', (id) => {
    expect(reservedPrefix(id)).toBe(id.slice(0, 5));
  });

  it.each(['task', 'tasks:1', 'my task:1', 'TASK:1', 'stepwise', 'work', ''])(
    '[GR3] %j is free',
    (id) => {
      expect(reservedPrefix(id)).toBeUndefined();
    },
  );
});

describe('tags', () => {
  it('[GR2] are trimmed, in lower case, once each, in order, without blanks', () => {
    const tags = [' Zeta', 'alpha', 'ALPHA ', '', '  ', 'Ärger'];
    expect(canonicalTags(tags, 'tags')).toEqual(['alpha', 'zeta', 'ärger']);
  });

  it.each(['a|b', 'a\nb', 'x'.repeat(129)])('[GR2] %j is not a tag', (tag) => {
    expect(canonicalTags(['fine', tag], 'tags')).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('[GR2] order, case and repeats in the input do not matter', () => {
    const tag = fc.constantFrom('a', 'B', ' c', 'É', 'é', 'a_b', '');
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
        const canonical = canonicalTags(tags, 'tags');
        if (isRefusal(canonical)) throw new Error('refused');
        const loud = [...tags, ...tags].reverse().map((each) => each.toUpperCase());
        expect(canonicalTags(loud, 'tags')).toEqual(canonical);
        expect(canonicalTags(canonical, 'tags')).toEqual(canonical);
      }),
      RUNS,
    );
  });
});
