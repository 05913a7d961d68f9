/** `status`: where this workspace stands, in two lines. */

import { entryKind, timestamp } from '../../domain/documents/entry-view.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { eventId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { checkedOut } from '../branch-ref.ts';
import { answer, defineOperation, type Portal } from '../define-operation.ts';
import { budget, workspace } from '../fields.ts';
import { GOLDEN_PATH } from './golden-path.ts';

interface StatusView extends JsonObject {
  readonly workspace: string;
  readonly workspace_exists: boolean;
  readonly checkout: string | null;
  readonly last_event?: { readonly event_id: string; readonly ts: string; readonly ts_ms: number };
  readonly last_doc_entry?: {
    readonly seq: number;
    readonly ts: string;
    readonly ts_ms: number;
    readonly branch: string;
    readonly doc: string;
    readonly kind: string;
  };
}

export const status = defineOperation({
  name: 'status',
  title: 'Workspace status',
  description:
    'Where the workspace stands: checked-out branch, last event, last document entry, and the next call.',
  family: 'reasoning',
  effect: 'read',
  workspace: 'any',
  input: { workspace, ...budget },
  refusals: {},
  examples: [
    { title: 'A new workspace', args: { workspace: 'acme' } },
    {
      title: 'After a note',
      before: [{ tool: 'notes_commit', args: { workspace: 'acme', content: 'Use WAL mode.' } }],
      args: { workspace: 'acme' },
    },
  ],
  trims: [
    omit('last_doc_entry', 'last_event', 'defaults', 'golden_path', 'checkout', 'schema_version'),
  ],
  portal: statusLines,
  async run(_input, call) {
    const exists = (await call.tx.state()) !== undefined;
    return answer<StatusView>({
      workspace: call.workspace,
      schema_version: call.server.schemaVersion,
      workspace_exists: exists,
      checkout: exists ? (await checkedOut(call.tx)).name : null,
      defaults: DEFAULTS,
      golden_path: GOLDEN_PATH,
      ...(await lastEvent(call.tx)),
      ...(await lastEntry(call.tx)),
    });
  },
});

async function lastEvent(tx: Reading): Promise<Pick<StatusView, 'last_event'>> {
  const event = await tx.journal.at(tx.head);
  if (!event) return {};
  const { seq, tsMs } = event;
  return { last_event: { event_id: eventId(seq), ts: timestamp(tsMs), ts_ms: tsMs } };
}

async function lastEntry(tx: Reading): Promise<Pick<StatusView, 'last_doc_entry'>> {
  const document = await tx.documents.latest();
  const event = document && (await tx.journal.at(document.lastSeq));
  const branch = document && (await tx.branches.byId(document.branch));
  if (!document || !event || !branch) return {};
  return {
    last_doc_entry: {
      seq: event.seq,
      ts: timestamp(event.tsMs),
      ts_ms: event.tsMs,
      branch: branch.name,
      doc: document.doc,
      kind: entryKind(event),
    },
  };
}

function statusLines(view: StatusView): Portal {
  const entry = view.last_doc_entry;
  const parts = [
    view.workspace_exists ? `ready checkout=${view.checkout}` : `new workspace=${view.workspace}`,
    ...(view.last_event ? [`last event=${view.last_event.event_id}`] : []),
    ...(entry ? [`last entry=${entry.branch}/${entry.doc}@${entry.seq}`] : []),
  ];
  const next = entry
    ? suggestCall('show', { branch: entry.branch, doc: entry.doc, limit: 5 }, 'Read the latest')
    : suggestCall('macro_branch_note', { template: 'initiative' }, 'Outline what is to be done');
  return { state: [parts.join(' | ')], commands: [next] };
}
