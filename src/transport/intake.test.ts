/** When a client has to wait: because of unread answers, or because of unanswered calls. */

import { describe, expect, it } from 'vitest';
import { Intake, MAX_CALL_BYTES, MAX_CALLS, MAX_UNREAD, WHILE_ASKING } from './intake.ts';

function withCalls(count: number, bytes = 1): Intake {
  const intake = new Intake();
  for (let id = 0; id < count; id++) intake.take(id, bytes);
  return intake;
}

describe('the intake', () => {
  it('[TP45] is full when answers are not read', () => {
    expect(new Intake().isFull(MAX_UNREAD)).toBe(false);
    expect(new Intake().isFull(MAX_UNREAD + 1)).toBe(true);
  });

  it('[TP45] is full with calls, and open again when one is answered', () => {
    const many = withCalls(MAX_CALLS + 1);
    expect(many.isFull(0)).toBe(true);
    many.settle(0);
    expect(many.isFull(0)).toBe(false);
    const large = withCalls(2, MAX_CALL_BYTES);
    expect(large.isFull(0)).toBe(true);
    large.settle(1);
    large.settle(1);
    expect(large.isFull(0)).toBe(false);
    large.settle(0);
    expect(large.isDone).toBe(true);
  });

  it('[TP45] counts an id once, however often it is used', () => {
    const intake = new Intake();
    for (let n = 0; n < 3 * MAX_CALLS; n++) intake.take('same', MAX_CALL_BYTES);
    expect(intake.isFull(0)).toBe(false);
    intake.settle('same');
    expect(intake.isDone).toBe(true);
  });

  it('[TP45] continues, within bounds, while the client is asked something', () => {
    const intake = withCalls(MAX_CALLS + 1);
    intake.ask('question');
    expect(intake.isFull(0)).toBe(false);
    expect(intake.isFull(MAX_UNREAD + 1)).toBe(true);
    for (let id = 0; id <= WHILE_ASKING * MAX_CALLS; id++) intake.take(id, 1);
    expect(intake.isFull(0)).toBe(true);
    const other = withCalls(MAX_CALLS + 1);
    other.ask('question');
    other.hear('question');
    expect(other.isFull(0)).toBe(true);
  });
});
