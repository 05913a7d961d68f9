/** Valid and invalid traces, named by the rules in docs/spec/trace.md. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import type { JournalEvent } from '../journal/event.ts';
import { type TraceStep, traceStep } from './trace-step.ts';
import { checkTrace } from './validate-trace.ts';

const validateTrace = (steps: readonly TraceStep[], maxErrors: number) =>
  checkTrace(maxErrors).take(steps);

function noteAt(seq: number, format: string | undefined, meta?: JsonObject, content = 'x') {
  const event: JournalEvent = {
    seq,
    tsMs: 0,
    agent: 'a',
    type: 'note_committed',
    entity: 'branch:1',
    branch: 1,
    doc: 'trace',
    payload: { content, ...(format ? { format } : {}), ...(meta ? { meta } : {}) },
  };
  return event;
}

function stepAt(...args: Parameters<typeof noteAt>): TraceStep {
  const step = traceStep(noteAt(...args));
  if (!step) throw new Error('this is no step');
  return step;
}

/** Thoughts in the order given, from seq 11 on; each is its meta. */
function thoughts(...metas: readonly (JsonObject | undefined)[]): TraceStep[] {
  return metas.map((meta, index) => stepAt(11 + index, 'trace_sequential_step', meta));
}

const sound = { totalThoughts: 99, nextThoughtNeeded: true };

/** The codes of the errors, each with the number of its step, from 1. */
function faults(...metas: readonly (JsonObject | undefined)[]): string[] {
  const { errors } = validateTrace(thoughts(...metas), 500);
  return errors.map(({ seq, code }) => `${seq - 10} ${code}`);
}

const numbered = (...numbers: readonly number[]) =>
  faults(...numbers.map((thoughtNumber) => ({ ...sound, thoughtNumber })));

describe('what counts as a step', () => {
  it('[TR10] is a recorded step, or a note with the format of one', () => {
    const { type: _note, payload: _text, ...place } = noteAt(5, undefined);
    const recorded: JournalEvent = {
      ...place,
      type: 'trace_step_recorded',
      payload: { format: 'trace_step', content: 'x' },
    };
    const step = { seq: 5, hasText: true, isThought: false };
    expect(traceStep(recorded)).toEqual(step);
    expect(traceStep(noteAt(5, 'trace_step'))).toEqual(step);
    expect(traceStep(noteAt(5, 'markdown'))).toBeUndefined();
    expect(traceStep(noteAt(5, undefined))).toBeUndefined();
    const created: JournalEvent = {
      ...place,
      type: 'branch_created',
      payload: { name: 'b', base: { branch: 1, seq: 4 } },
    };
    expect(traceStep(created)).toBeUndefined();
  });

  it('[TR10] an empty trace is valid, and a single step has no order', () => {
    expect(validateTrace([], 50)).toEqual({ checked: 0, errors: [], truncated: false });
    const steps = [stepAt(1, 'trace_step'), stepAt(2, 'trace_step', { thoughtNumber: -1 })];
    expect(validateTrace(steps, 50)).toEqual({ checked: 2, errors: [], truncated: false });
  });
});

describe('what a step needs', () => {
  it('[TR11] is text', () => {
    const steps = [stepAt(1, 'trace_step', undefined, ' '), stepAt(2, 'trace_step')];
    expect(validateTrace(steps, 50).errors).toEqual([
      { seq: 1, code: 'missing_text', message: 'it has no text' },
    ]);
  });

  it.each<[JsonObject | undefined, readonly string[]]>([
    [undefined, ['1 missing_meta']],
    [{}, ['1 invalid_thought_number', '1 invalid_total_thoughts', '1 missing_next_thought_needed']],
    [{ ...sound, thoughtNumber: 0 }, ['1 invalid_thought_number']],
    [{ ...sound, thoughtNumber: 1.5 }, ['1 invalid_thought_number']],
    [{ ...sound, thoughtNumber: '1' }, ['1 invalid_thought_number']],
    [{ ...sound, thoughtNumber: 1, totalThoughts: -3 }, ['1 invalid_total_thoughts']],
    [{ ...sound, thoughtNumber: 4, totalThoughts: 3 }, ['1 invalid_total_thoughts']],
    [{ ...sound, thoughtNumber: 3, totalThoughts: 3 }, []],
    [
      { thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: 'no' },
      ['1 missing_next_thought_needed'],
    ],
    [{ ...sound, thoughtNumber: 1, branchId: ' ' }, ['1 invalid_branch_id']],
    [{ ...sound, thoughtNumber: 1, branchId: 7 }, ['1 invalid_branch_id']],
  ])('[TR11] a thought with %j', (meta, expected) => {
    expect(faults(meta)).toEqual(expected);
  });
});

describe('the order of thoughts', () => {
  it.each<[readonly number[], readonly string[]]>([
    [[1, 2, 3], []],
    [[5, 9], []],
    [[1, 1], ['2 number_not_increasing']],
    [[1, 3, 2, 4], ['3 number_not_increasing']],
    [[1, 2, 9, 3, 4, 5], ['4 number_not_increasing']],
    [
      [3, 2, 1],
      ['2 number_not_increasing', '3 number_not_increasing'],
    ],
  ])('[TR12] %j', (numbers, expected) => {
    expect(numbered(...numbers)).toEqual(expected);
  });

  it('[TR12] is checked for each chain separately', () => {
    const on = (branchId: string, thoughtNumber: number) => ({ ...sound, branchId, thoughtNumber });
    const main = (thoughtNumber: number) => ({ ...sound, thoughtNumber });
    expect(faults(main(1), main(2), on('a', 2), on('b', 1), on('a', 3), main(3))).toEqual([]);
    expect(faults(main(1), on('a', 2), main(2), on('a', 2))).toEqual(['4 number_not_increasing']);
    expect(faults(main(2), on('constructor', 1), on('__proto__', 1))).toEqual([]);
  });

  it('[TR12] an error has both numbers, and the beginning of the chain’s name', () => {
    const branchId = '界'.repeat(1_000);
    const steps = thoughts(
      { ...sound, thoughtNumber: 2, branchId },
      { ...sound, thoughtNumber: 2, branchId },
    );
    const [error] = validateTrace(steps, 1).errors;
    expect(error?.message).toMatch(/^thoughtNumber: 2 follows 2 in branch "界+\.\.\.$/);
    expect(error?.message.length).toBeLessThan(120);
  });
});

describe('the references of thoughts', () => {
  const third = (more: JsonObject) =>
    faults(
      { ...sound, thoughtNumber: 1 },
      { ...sound, thoughtNumber: 2, branchId: 'a', branchFromThought: 1 },
      { ...sound, thoughtNumber: 3, ...more },
    );

  it.each<[JsonObject, readonly string[]]>([
    [{ revisesThought: 1, isRevision: true }, []],
    [{ revisesThought: 1 }, []],
    [{ revisesThought: 2 }, []],
    [{ revisesThought: 3 }, ['3 unknown_revised_thought']],
    [{ revisesThought: 4 }, ['3 unknown_revised_thought']],
    [{ revisesThought: '1' }, ['3 unknown_revised_thought']],
    [{ revisesThought: null }, ['3 unknown_revised_thought']],
    [{ isRevision: true }, ['3 missing_revised_thought']],
    [{ isRevision: false }, []],
    [{ branchFromThought: 2, branchId: 'b' }, []],
    [{ branchFromThought: 3, branchId: 'b' }, ['3 unknown_branch_thought']],
    [{ branchFromThought: 0 }, ['3 unknown_branch_thought']],
    [
      { revisesThought: 8, branchFromThought: 9 },
      ['3 unknown_revised_thought', '3 unknown_branch_thought'],
    ],
  ])('[TR13] %j', (more, expected) => {
    expect(third(more)).toEqual(expected);
  });

  it('[TR13] a thought recorded later does not count as earlier', () => {
    expect(
      faults({ ...sound, thoughtNumber: 1, revisesThought: 2 }, { ...sound, thoughtNumber: 2 }),
    ).toEqual(['1 unknown_revised_thought']);
  });
});

describe('too many errors', () => {
  const steps = thoughts(...Array.from({ length: 10 }, () => ({ ...sound, thoughtNumber: 1 })));

  it.each([
    [1, { checked: 3, truncated: true }],
    [8, { checked: 10, truncated: true }],
    [9, { checked: 10, truncated: false }],
    [10, { checked: 10, truncated: false }],
  ])('[TR14] are reported up to %i', (most, verdict) => {
    const { errors, ...rest } = validateTrace(steps, most);
    expect(rest).toEqual(verdict);
    expect(errors.map(({ seq }) => seq)).toEqual(
      [12, 13, 14, 15, 16, 17, 18, 19, 20].slice(0, most),
    );
  });

  it('[TR10] [TR14] are the same for every size of pages', () => {
    for (const most of [3, 50]) {
      const check = checkTrace(most);
      const verdicts = steps.map((step) => check.take([step]));
      expect(verdicts.at(-1)).toEqual(validateTrace(steps, most));
      expect(verdicts.at(0)).toEqual({ checked: 1, errors: [], truncated: false });
    }
  });

  it('[TR14] are limited within one step too', () => {
    const { errors, truncated } = validateTrace(thoughts({}), 2);
    expect(errors).toHaveLength(2);
    expect(truncated).toBe(true);
  });
});
