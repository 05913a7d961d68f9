/** What the page says about runs, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { durationText, folded, lineNumbers, runState } from './run-state.ts';

describe('the state of a run', () => {
  it('[OB97] is a word: never run, running, ok, or why it failed', () => {
    expect(runState(undefined, 5)).toEqual({ is: 'never', words: '○ never run' });
    expect(runState({ leaseMs: 10 }, 5)).toEqual({ is: 'running', words: '◐ running' });
    expect(runState({ leaseMs: 10 }, 10)).toEqual({ is: 'failed', words: '✕ interrupted' });
    expect(runState({ leaseMs: 10, reason: 'ok' }, 99)).toMatchObject({ is: 'ok' });
    expect(runState({ leaseMs: 10, reason: 'time' }, 5)).toMatchObject({
      words: '✕ took too long',
    });
  });

  it('[OB97] durations, line numbers and folded outputs', () => {
    expect([40, 3_210, 125_000].map(durationText)).toEqual(['40 ms', '3.2 s', '2 min 5 s']);
    expect(lineNumbers('a\nb\n')).toBe('1\n2\n3');
    expect(folded('a\nb\nc\n', 2)).toEqual({ text: 'a\nb', lines: 3 });
  });
});
