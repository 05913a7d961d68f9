/** Shows captured evidence briefly, beside the cards and in handoffs. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { captureSummary } from '../../../domain/tasks/evidence.ts';
import { excerpt, lineExcerpt } from '../../../kernel/excerpt.ts';
import { eventId } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';

type Captured = JournalEvent<'evidence_captured'>;

/** Outputs and diffs are long; `tasks_resume` has them whole. */
const TEXT_BYTES = 600;

/** With the fields of an evidence card, so that a reader need not tell the two apart. */
export function evidenceSignal(event: Captured): JsonObject {
  const path = pathOf(event);
  return {
    id: eventId(event.seq),
    type: 'evidence',
    ...(path === undefined ? {} : { path }),
    text: excerpt(summaryOf(event), TEXT_BYTES),
    last_seq: event.seq,
    ts: timestamp(event.tsMs),
  };
}

/** `s:0 CMD: npm test, 12 passed`, in one line. */
export function evidenceLine(event: Captured, bytes: number): string {
  const path = pathOf(event);
  return lineExcerpt(`${path === undefined ? '' : `${path} `}${summaryOf(event)}`, bytes);
}

function pathOf({ payload }: Captured): string | undefined {
  const { path } = payload.fields;
  return typeof path === 'string' ? path : undefined;
}

function summaryOf({ payload: { evidence } }: Captured): string {
  return evidence ? captureSummary(evidence) : '';
}
