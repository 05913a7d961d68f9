/** The forms of an answer, named by the rules in docs/spec/replies.md. */

import { describe, expect, it } from 'vitest';
import { refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { renderEnvelope, renderLines, renderPlain, renderRefusal, withNextCall } from './render.ts';

const NOW = '2026-01-05T09:00:00.000Z';
const envelope = { tool: 'show', style: 'envelope', timestamp: NOW } as const;
const lines = { ...envelope, style: 'lines' } as const;
const plain = { ...envelope, style: 'plain' } as const;

const warning = { code: 'BUDGET_TRUNCATED', message: 'it was cut', recovery: 'Ask for more.' };
const calls = ['one', 'two', 'three'].map((tool) => suggestCall(tool, { a: 1 }, `try ${tool}`));

describe('an envelope', () => {
  it('[RP1] has the eight keys, as compact JSON', () => {
    const reply = renderEnvelope(envelope, { a: [1] }, [warning], calls.slice(0, 1));
    expect(reply.text).toBe(
      '{"success":true,"intent":"show","result":{"a":[1]},' +
        '"warnings":[{"code":"BUDGET_TRUNCATED","message":"it was cut",' +
        '"recovery":"Ask for more."}],' +
        '"suggestions":[{"action":"call_tool","target":"one","reason":"try one",' +
        '"priority":"high","validated":true,"params":{"a":1}}],' +
        `"context":{},"error":null,"timestamp":"${NOW}"}`,
    );
    expect(reply.isError).toBe(false);
  });

  it('[RP2] of a refusal has no result, and the error in three parts', () => {
    const refusal = refuse('CONFLICT', 'taken', { recovery: 'Choose another.' });
    const reply = renderRefusal(envelope, refusal);
    expect(reply.isError).toBe(true);
    expect(JSON.parse(reply.text)).toEqual({
      success: false,
      intent: 'show',
      result: {},
      warnings: [],
      suggestions: [],
      context: {},
      error: { code: 'CONFLICT', message: 'taken', recovery: 'Choose another.' },
      timestamp: NOW,
    });
    const bare = renderRefusal(envelope, refuse('CONFLICT', 'taken'));
    expect(JSON.parse(bare.text).error).toEqual({ code: 'CONFLICT', message: 'taken' });
  });

  it('[RP5] offers two calls at most, and lists the same in `suggestions`', () => {
    for (const reply of [
      renderEnvelope(envelope, {}, [], calls),
      renderRefusal(envelope, refuse('CONFLICT', 'no', { suggestions: calls })),
      renderRefusal(lines, refuse('CONFLICT', 'no', { suggestions: calls })),
    ]) {
      expect(reply.suggestions.map((each) => each.action === 'call_tool' && each.target)).toEqual([
        'one',
        'two',
      ]);
      expect(reply.text).not.toContain('three');
    }
  });

  it.each([
    ['show', 'show'],
    ['notes_commit', 'notes_commit'],
    ['tasks_create', 'create'],
    ['tasks_close_step', 'close_step'],
    ['tasks_snapshot', 'snapshot'],
    ['tasks_macro_start', 'tasks_macro_start'],
    ['tasks_bootstrap', 'tasks_bootstrap'],
    ['tasks_scaffold', 'tasks_scaffold'],
    ['tasks_storage', 'tasks_storage'],
    ['tasks_storage_x', 'storage_x'],
  ])('[RP3] the intent of %s is %s', (tool, intent) => {
    const done = renderEnvelope({ ...envelope, tool }, {}, [], []);
    expect(JSON.parse(done.text).intent).toBe(intent);
    const refused = renderRefusal({ ...envelope, tool }, refuse('CONFLICT', 'no'));
    expect(JSON.parse(refused.text).intent).toBe(intent);
  });
});

describe('a lines reply', () => {
  it('[RP6] has state and commands as they came, then the warnings', () => {
    const reply = renderLines(['ready', 'show doc=notes'], { a: 1 }, [warning, warning], []);
    expect(reply.text.split('\n')).toEqual([
      'ready',
      'show doc=notes',
      'WARNING: BUDGET_TRUNCATED it was cut | fix: Ask for more.',
      'WARNING: BUDGET_TRUNCATED it was cut | fix: Ask for more.',
    ]);
    expect(reply.isError).toBe(false);
  });

  it('[TP47] shows no character that changes the direction of writing', () => {
    const warning = { code: 'W', message: 'a\u2066b', recovery: 'c\u200f' };
    const reply = renderLines(['a\u202eb', 'tool text="\\u202e"'], {}, [warning], []);
    expect(reply.text.split('\n')).toEqual(['ab', 'tool text="\\u202e"', 'WARNING: W ab | fix: c']);
  });

  it('[RP7] of a refusal is an ERROR line and at most two commands', () => {
    const refusal = refuse('CONFLICT', 'taken', { recovery: 'Choose.', suggestions: calls });
    expect(renderRefusal(lines, refusal).text).toBe(
      'ERROR: CONFLICT taken | fix: Choose.\none a=1\ntwo a=1',
    );
    expect(renderRefusal(lines, refuse('CONFLICT', 'taken')).text).toBe('ERROR: CONFLICT taken');
  });

  it.each(['\n', '\r\n', '\n\n\n', ' \u2028 ', '\u2029'])('[RP9] %j cannot break a line', (brk) => {
    const advice = { recovery: `fix${brk}it`, suggestions: calls.slice(0, 1) };
    const refusal = refuse('CONFLICT', `one${brk}two`, advice);
    expect(renderRefusal(lines, refusal).text).toBe(
      'ERROR: CONFLICT one two | fix: fix it\none a=1',
    );
    const broken = { code: 'X', message: `a${brk}b`, recovery: `c${brk}d` };
    expect(renderLines(['ok'], {}, [broken], []).text).toBe('ok\nWARNING: X a b | fix: c d');
  });

  it('[RP8] a warning has code, message and fix', () => {
    expect(renderLines([], {}, [warning], []).text).toBe(
      'WARNING: BUDGET_TRUNCATED it was cut | fix: Ask for more.',
    );
  });

  it('[RP15] has the same as structured content', () => {
    expect(renderLines(['ok'], { a: 1 }, [], []).structured).toEqual({ a: 1 });
    expect(renderRefusal(lines, refuse('CONFLICT', 'no')).structured).toEqual({
      error: { code: 'CONFLICT', message: 'no' },
    });
  });
});

describe('a plain reply', () => {
  it('[RP14] is the view itself', () => {
    const reply = renderPlain({ b: 1, a: { c: [] } });
    expect(reply.text).toBe('{"b":1,"a":{"c":[]}}');
    expect(reply.isError).toBe(false);
  });

  it('[RP14] has the first call that it proposes', () => {
    const calls = ['a', 'b'].map((target) => suggestCall(target, { n: 1 }, 'Go on'));
    const view = withNextCall({ x: 1 }, calls);
    expect(view).toEqual({ x: 1, next_call: { tool: 'a', args: { n: 1 } } });
    expect(withNextCall({ x: 1 }, [])).toEqual({ x: 1 });
    expect(renderPlain(view, [], calls).suggestions).toEqual([calls[0]]);
  });

  it('[RP14] of a refusal has error, code and recovery', () => {
    const refusal = refuse('CONFLICT', 'taken', { recovery: 'Choose.' });
    expect(renderRefusal(plain, refusal).text).toBe(
      '{"error":"taken","code":"conflict","recovery":"Choose."}',
    );
    expect(renderRefusal(plain, refuse('CONFLICT', 'taken')).text).toBe(
      '{"error":"taken","code":"conflict"}',
    );
    const faulty = refuse('INVALID_INPUT', 'a: no', { details: { field: 'a' } });
    expect(renderRefusal(plain, faulty).text).toBe(
      '{"error":"a: no","code":"validation_error","field":"a"}',
    );
    expect(renderRefusal(plain, refusal).isError).toBe(true);
  });

  it('[RP15] text and structured content are the same', () => {
    for (const reply of [
      renderPlain({ a: 1 }),
      renderEnvelope(envelope, { a: 1 }, [], []),
      renderRefusal(plain, refuse('CONFLICT', 'no')),
      renderRefusal(envelope, refuse('CONFLICT', 'no')),
    ]) {
      expect(JSON.parse(reply.text)).toEqual(reply.structured);
    }
  });
});
