/** Text, its bytes, and ids, named by the rules in docs/spec. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventId, TARGET_ID, WORKSPACE_ID } from './ids.ts';
import { utf8Length, utf8Prefix } from './json.ts';
import { isRefusal, refuse } from './refusal.ts';
import { escapeUnseen, isOneLine, isStorable, withoutDirectionMarks } from './text.ts';

const RUNS = { seed: 1731, numRuns: 200 };

const letter = fc.constantFrom('a', 'Z', '7', '-', '.', '/', ' ', 'ä', '界', '🧭', '\n', '\u0001');

describe('text', () => {
  it.each(['\n', '\r', '\t', '\u0000', '\u0085', '\u2028', '\u2029', '\u007f', '\u001b'])(
    '[BN9] one line has no %j',
    (char) => {
      expect(isOneLine(`a${char}b`)).toBe(false);
    },
  );

  it.each([...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
    '[TP47] one line has no %j, which changes the direction of writing',
    (char) => {
      expect(isOneLine(`a${char}b`)).toBe(false);
      expect(isOneLine(`a${char}b`)).toBe(false);
      expect(withoutDirectionMarks(`a${char}b${char}`)).toBe('ab');
      const json = JSON.stringify(`a${char}b${char}`);
      expect(isOneLine(escapeUnseen(json))).toBe(true);
      expect(JSON.parse(escapeUnseen(json))).toBe(JSON.parse(json));
    },
  );

  it.each([
    '',
    'שלום עולם',
    'مرحبا C++',
    'a\u200db\u200cc',
    'plain',
    'ünïcödé 界 🧭',
    'a b\u00a0c',
    '"quotes" \\',
  ])('[BN9] one line may be %j', (line) => {
    expect(isOneLine(line)).toBe(true);
  });

  it('[CA5] half a character and NUL cannot be stored, everything else can', () => {
    expect(isStorable('a\u0000b')).toBe(false);
    expect(isStorable('\ud83e')).toBe(false);
    expect(isStorable('\udded\ud83e')).toBe(false);
    expect(isStorable('🧭\n\t\u0001')).toBe(true);
  });

  it('[BU9] a prefix is the longest that fits, in whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'ä', '界', '🧭') }),
        fc.nat(80),
        (text, bytes) => {
          const prefix = utf8Prefix(text, bytes);
          expect(text.startsWith(prefix)).toBe(true);
          expect(prefix.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(prefix)).toBeLessThanOrEqual(bytes);
          const [next = ''] = text.slice(prefix.length);
          if (next !== '') expect(Buffer.byteLength(prefix) + 4).toBeGreaterThan(bytes);
        },
      ),
      RUNS,
    );
  });

  it('[BU2] bytes are counted in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter }), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      RUNS,
    );
  });
});

describe('ids', () => {
  it('[BN3] the id of an event is its number, and sorts like it', () => {
    expect(eventId(7)).toBe('evt_0000000000000007');
    expect([eventId(10), eventId(9), eventId(100)].sort()).toEqual([9, 10, 100].map(eventId));
  });

  it.each(['a', 'acme/repo', 'A.b_c-d', '0', 'ä', '项目', 'x'.repeat(128)])(
    '[CA3] %s is a workspace',
    (id) => {
      expect(WORKSPACE_ID.test(id)).toBe(true);
    },
  );

  it.each(['', '-a', '.a', '/a', 'a b', 'a\n', 'a\u202eb', 'x'.repeat(129)])(
    '[CA3] %j is no workspace',
    (id) => {
      expect(WORKSPACE_ID.test(id)).toBe(false);
    },
  );

  it.each([
    ['TASK-001', true],
    ['PLAN-1234', true],
    ['TASK-01', false],
    ['task-001', false],
    ['TASK-001x', false],
    ['STEP-00000001', false],
  ])('[CA22] %s as a target: %s', (id, valid) => {
    expect(TARGET_ID.test(id)).toBe(valid);
  });
});

describe('a refusal', () => {
  it('[RP16] differs from any JSON that looks like one', () => {
    const real = refuse('CONFLICT', 'no', { recovery: 'try again' });
    expect(isRefusal(real)).toBe(true);
    expect(isRefusal(JSON.parse(JSON.stringify(real)))).toBe(false);
    expect(isRefusal({ code: 'CONFLICT', message: 'no', suggestions: [] })).toBe(false);
    expect([undefined, null, 'refusal', 7].some(isRefusal)).toBe(false);
  });

  it('[RP16] is frozen', () => {
    const real = refuse('CONFLICT', 'no');
    expect(Object.isFrozen(real)).toBe(true);
    expect(Object.isFrozen(real.suggestions)).toBe(true);
  });
});
