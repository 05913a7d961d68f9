/** The texts that events carry and that never change: the journal has them, the index does not. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import { notebookIdOf } from '../../domain/notebooks/notebook.ts';
import type { Capture } from '../../domain/tasks/evidence.ts';
import { sessionSeqOf } from '../../domain/thoughts/session.ts';
import { groupOf, type RecallText } from './recall-text.ts';

/** Written by `tasks_evidence` beside the evidence itself, which is found. */
const SUMMARY_OF_EVIDENCE = 'tasks_evidence';

export function textOfEvent(event: JournalEvent): RecallText | undefined {
  switch (event.type) {
    case 'note_committed': {
      const { content, title, meta } = event.payload;
      if (meta?.source === SUMMARY_OF_EVIDENCE) return undefined;
      return { kind: 'note', group: ownDocument(event), ...titled(title), text: content };
    }
    case 'trace_step_recorded': {
      const { content, title } = event.payload;
      return { kind: 'trace', group: ownDocument(event), ...titled(title), text: content };
    }
    case 'thought_recorded':
      return { kind: 'thought', group: ownSession(event), text: event.payload.thought };
    case 'critique_attached':
      return { kind: 'thought', group: ownSession(event), text: event.payload.text };
    case 'evidence_captured': {
      const { evidence } = event.payload;
      if (!evidence) return undefined;
      return { kind: 'evidence', group: event.entity, text: textOfCapture(evidence) };
    }
    case 'notebook_run_ended': {
      const { stdout, stderr, message } = event.payload;
      const text = joined([message, stdout, stderr]);
      const group = groupOf.notebook(notebookIdOf(event.entity));
      return text === '' ? undefined : { kind: 'output', group, text };
    }
    default:
      return undefined;
  }
}

function titled(title: string | undefined): Pick<RecallText, 'title'> {
  return title === undefined ? {} : { title };
}

function ownDocument({ seq, branch, doc }: JournalEvent): string {
  if (branch === undefined || doc === undefined) throw new Error(`event ${seq} has no document`);
  return groupOf.document(branch, doc);
}

function ownSession({ entity }: JournalEvent): string {
  return groupOf.session(sessionSeqOf(entity));
}

function textOfCapture({ checks, items, attachments }: Capture): string {
  const artifacts = items.flatMap((item) => [
    item.command,
    item.content,
    item.stdout,
    item.stderr,
    item.diff,
    item.url,
    item.external_uri,
  ]);
  return joined([...checks, ...artifacts, ...attachments]);
}

export function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== '').join('\n');
}
