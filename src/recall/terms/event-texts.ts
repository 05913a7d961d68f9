/** The texts that events carry, each in the group of what its event belongs to. */

import { EVENTS } from '../../domain/journal/all-events.ts';
import type { DeclaredEvent, EventText } from '../../domain/journal/define-event.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import { notebookIdOf } from '../../domain/notebooks/notebook.ts';
import { sessionSeqOf } from '../../domain/thoughts/session.ts';
import { groupOf, type RecallText } from './recall-text.ts';

export function textOfEvent(event: JournalEvent): RecallText | undefined {
  const declared: DeclaredEvent<object> = EVENTS[event.type];
  const text = declared.text(event.payload);
  return text && { ...text, group: GROUPS[text.kind](event) };
}

const GROUPS: { readonly [Kind in EventText['kind']]: (event: JournalEvent) => string } = {
  note: ownDocument,
  trace: ownDocument,
  thought: ({ entity }) => groupOf.session(sessionSeqOf(entity)),
  evidence: ({ entity }) => entity,
  output: ({ entity }) => groupOf.notebook(notebookIdOf(entity)),
};

function ownDocument({ seq, branch, doc }: JournalEvent): string {
  if (branch === undefined || doc === undefined) throw new Error(`event ${seq} has no document`);
  return groupOf.document(branch, doc);
}
