/** Recording steps and thoughts, named by the rules in docs/spec/trace.md. */

import { describe, expect, it } from 'vitest';
import { entryKind, entryView } from '../documents/entry-view.ts';
import type { JournalEvent } from '../journal/event.ts';
import { recordStep, recordThought, type ThoughtOrder } from './record-step.ts';

const place = { branch: 3, doc: 'trace' };
const first: ThoughtOrder = {
  thoughtNumber: 1,
  totalThoughts: 3,
  nextThoughtNeeded: true,
  isRevision: undefined,
  revisesThought: undefined,
  branchFromThought: undefined,
  branchId: undefined,
  needsMoreThoughts: undefined,
  confidence: undefined,
  goal: undefined,
};

describe('a step', () => {
  it('[TR1] is stored exactly as given', () => {
    expect(recordStep(place, ' x ', { mode: undefined })).toEqual({
      type: 'trace_step_recorded',
      entity: 'branch:3',
      branch: 3,
      doc: 'trace',
      payload: { format: 'trace_step', content: ' x ' },
    });
    const about = { ...place, target: 'TASK-001', title: 'T' };
    expect(recordStep(about, 'x', {})).toMatchObject({
      entity: 'TASK-001',
      payload: { title: 'T' },
    });
  });

  it('[TR2] stores its links in meta beside the caller’s own fields, unchanged', () => {
    const links = { supports: 'CARD-1', blocks: ['CARD-2'], base: undefined };
    expect(recordStep({ ...place, meta: { mine: [1] } }, 'x', links)).toMatchObject({
      payload: { meta: { mine: [1], supports: 'CARD-1', blocks: ['CARD-2'] } },
    });
  });

  it('[TR4] is refused if meta has a field of the step, whether or not the argument is given too', () => {
    for (const supports of ['CARD-1', undefined]) {
      expect(recordStep({ ...place, meta: { supports: 'x' } }, 'x', { supports })).toMatchObject({
        code: 'INVALID_INPUT',
        message: 'meta.supports: supports is an argument of its own',
      });
    }
  });

  it.each(['', ' ', '\n\t '])('[TR5] of %j is refused', (text) => {
    expect(recordStep(place, text, {})).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'step: it needs some text',
    });
    expect(recordThought(place, text, first)).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'thought: it needs some text',
    });
  });
});

describe('a thought', () => {
  it('[TR3] stores its place in meta under the names of the arguments', () => {
    expect(recordThought({ ...place, meta: { mine: 1 } }, 'x', first)).toMatchObject({
      payload: {
        format: 'trace_sequential_step',
        content: 'x',
        meta: { mine: 1, thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true },
      },
    });
  });

  it('[TR4] cannot have a second place in meta', () => {
    for (const name of Object.keys(first)) {
      expect(recordThought({ ...place, meta: { [name]: 9 } }, 'x', first)).toMatchObject({
        message: `meta.${name}: ${name} is an argument of its own`,
      });
    }
  });

  it.each([
    [{ thoughtNumber: 4 }, 'totalThoughts: 3 is less than thoughtNumber 4'],
    [{ isRevision: true }, 'revisesThought: required if isRevision is true'],
  ])('[TR5] that contradicts itself is refused: %j', (more, message) => {
    expect(recordThought(place, 'x', { ...first, ...more })).toMatchObject({
      code: 'INVALID_INPUT',
      message,
    });
  });

  it.each([{ thoughtNumber: 3 }, { isRevision: true, revisesThought: 1 }, { isRevision: false }])(
    '[TR5] that is consistent is accepted: %j',
    (more) => {
      expect(recordThought(place, 'x', { ...first, ...more })).not.toHaveProperty('code');
    },
  );
});

it('[TR1] an entry of a trace is shown like a note', () => {
  const step: JournalEvent = {
    seq: 5,
    tsMs: Date.UTC(2026, 0, 5),
    agent: 'a',
    type: 'trace_step_recorded',
    entity: 'branch:1',
    branch: 1,
    doc: 'trace',
    payload: { format: 'trace_step', content: 'x', title: 'T', meta: { mode: 'plan' } },
  };
  expect(entryKind(step)).toBe('note');
  expect(entryView(step)).toEqual({
    seq: 5,
    ts: '2026-01-05T00:00:00.000Z',
    ts_ms: step.tsMs,
    kind: 'note',
    title: 'T',
    format: 'trace_step',
    meta: { mode: 'plan' },
    content: 'x',
  });
});
