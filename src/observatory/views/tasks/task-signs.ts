/**
 * Who confirmed what of a step, who closed and who blocked it, and by which evidence.
 *
 * A step keeps only that it is so. The events of its task keep who did it and when.
 */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { missingProof, requiredFor } from '../../../domain/tasks/checkpoints.ts';
import { CHECKPOINTS, type Checkpoint, type Step } from '../../../domain/tasks/target.ts';
import type { TaskEventType } from '../../../domain/tasks/task-events.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Captured } from '../../../store/port.ts';

export interface Sign {
  readonly by: string;
  readonly atMs: number;
  readonly seq: number;
}

export interface CheckpointRow {
  readonly kind: Checkpoint;
  readonly required: boolean;
  readonly confirmed: boolean;
  /** Of the confirmation that holds. */
  readonly sign?: Sign;
  /** The seqs of the captures that support it. */
  readonly evidence: readonly number[];
  /** `require` or `warn`, if proof is asked for. */
  readonly proof?: string;
  /** Whether required proof is missing. */
  readonly owed?: true;
}

/** What the events of a task say about one step. */
export interface StepSigns {
  readonly confirmed: ReadonlyMap<Checkpoint, Sign>;
  readonly done?: (Sign & { readonly forced?: true }) | undefined;
  readonly blocked?: Sign | undefined;
}

interface Open {
  confirmed: Map<Checkpoint, Sign>;
  done?: (Sign & { readonly forced?: true }) | undefined;
  blocked?: Sign | undefined;
}

/** `events`: oldest first. The last event that turned something on is the one that holds. */
export function signsOf(
  events: readonly JournalEvent<TaskEventType>[],
): ReadonlyMap<string, StepSigns> {
  const found = new Map<string, Open>();
  for (const event of events) {
    for (const { part, before, after } of event.payload.changes) {
      if (!part.startsWith('STEP-') || after === null) continue;
      const step: Open = found.get(part) ?? { confirmed: new Map() };
      found.set(part, step);
      take(step, event, before ?? {}, after);
    }
  }
  return found;
}

function take(
  step: Open,
  { seq, tsMs, agent, type, payload }: JournalEvent<TaskEventType>,
  before: JsonObject,
  after: JsonObject,
): void {
  const sign: Sign = { by: agent, atMs: tsMs, seq };
  const [was, is] = [namesIn(before.confirmed), namesIn(after.confirmed)];
  for (const kind of CHECKPOINTS) {
    if (is.includes(kind) && !was.includes(kind)) step.confirmed.set(kind, sign);
  }
  if (typeof after.completed_at_ms === 'number') {
    const isForced = type === 'step_done' && payload.fields.force === true;
    step.done = { ...sign, ...(isForced ? { forced: true } : {}) };
  }
  if (after.blocked === true) step.blocked = sign;
}

function namesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The checkpoints that matter for a step: asked for, confirmed, or with evidence. */
export function checkpointsOf(
  step: Step,
  signs: StepSigns | undefined,
  captures: readonly Captured[],
): readonly CheckpointRow[] {
  const required = requiredFor(step);
  const owed = missingProof(step);
  return CHECKPOINTS.flatMap((kind) => {
    const isConfirmed = step.confirmed.includes(kind);
    const proof = step.proof[kind];
    const evidence = captures.filter((each) => supports(each, kind)).map(({ seq }) => seq);
    const matters = required.includes(kind) || isConfirmed || evidence.length > 0 || proof;
    if (!matters) return [];
    const sign = isConfirmed ? signs?.confirmed.get(kind) : undefined;
    return {
      kind,
      required: required.includes(kind),
      confirmed: isConfirmed,
      ...(sign ? { sign } : {}),
      evidence,
      ...(proof && proof !== 'off' ? { proof } : {}),
      ...(owed.includes(kind) ? { owed: true as const } : {}),
    };
  });
}

function supports({ fields }: Captured, kind: Checkpoint): boolean {
  return namesIn(fields.checkpoints).includes(kind);
}
