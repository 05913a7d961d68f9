/**
 * `macro_branch_note`: writes a note on the checkout, on a new branch or on another one, in one
 * call.
 */

import * as z from 'zod';
import type { Branch } from '../../domain/branches/branch.ts';
import { checkOut } from '../../domain/branches/check-out.ts';
import { commitNote } from '../../domain/documents/commit-note.ts';
import { fillTemplate, NOTE_TEMPLATES } from '../../domain/documents/note-template.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { type JsonObject, jsonBytes } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Writing } from '../../store/port.ts';
import { answer, defineOperation, type Portal } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import {
  branch as branchField,
  doc,
  format,
  meta,
  text,
  title,
  unlisted,
} from '../declaration/fields.ts';
import { branchNamed, checkedOut } from '../steps/branch-ref.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';
import { branchView } from './steps/branch-view.ts';
import { openBranch } from './steps/open-branch.ts';

interface NoteView extends JsonObject {
  readonly branch: {
    readonly name: string;
    readonly base_branch: string | null;
    readonly base_seq: number | null;
    readonly created: boolean;
  };
  readonly checkout: { readonly previous: string; readonly current: string };
  readonly note: {
    readonly doc: string;
    readonly seq: number;
    readonly ts: string;
    readonly ts_ms: number;
  };
}

export const macroBranchNote = defineOperation({
  name: 'macro_branch_note',
  title: 'Write a note',
  description:
    'Writes down a finding of any length. With name: on a new branch, which is checked out; with from alone: on that branch.',
  toolset: 'reasoning',
  does: writes(),
  input: {
    name: z.string().optional().describe('New branch'),
    from: branchField.optional().describe('Base of name, or branch to switch to'),
    doc: unlisted(doc.default(DEFAULTS.docs.notes)),
    content: text.optional(),
    template: unlisted(z.enum(NOTE_TEMPLATES).optional()),
    goal: unlisted(text.optional().describe('Fills the template')),
    title,
    format: unlisted(format),
    meta: unlisted(meta),
  },
  refusals: ['CONFLICT', 'UNKNOWN_ID', 'INVALID_NAME'],
  example: { title: 'Note a decision', args: { content: 'Use WAL mode: readers never wait.' } },
  portal: noteLines,
  async run(input, { tx, workspace: id }) {
    const content = contentOf(input);
    if (isRefusal(content)) return content;
    const previous = await checkedOut(tx);
    const branch = await branchFor(tx, input);
    if (isRefusal(branch)) return branch;
    await tx.append(checkOut(previous.id, branch.id));
    const place = { branch, doc: input.doc, kind: 'notes', field: 'doc' } as const;
    const misplaced = await refuseOtherKind(tx, place);
    if (misplaced) return misplaced;
    const draft = commitNote({ ...input, branch: branch.id, content });
    if (isRefusal(draft)) return draft;
    const [note] = await tx.append([draft]);
    if (!note) throw new Error('a note just committed is missing');
    return answer<NoteView>({
      workspace: id,
      branch: { ...branchView(branch), created: input.name !== undefined },
      checkout: { previous: previous.name, current: branch.name },
      note: { doc: input.doc, seq: note.seq, ts: timestamp(note.tsMs), ts_ms: note.tsMs },
    });
  },
});

interface Wording {
  readonly content?: string | undefined;
  readonly template?: (typeof NOTE_TEMPLATES)[number] | undefined;
  readonly goal?: string | undefined;
}

function contentOf({ content, template, goal }: Wording): string | Refusal {
  if ((content === undefined) === (template === undefined)) {
    return refuse('INVALID_INPUT', 'content, template: give exactly one of them', {
      recovery: 'Put what was decided or found, and why, into content.',
    });
  }
  if (content !== undefined && goal !== undefined) {
    return refuse('INVALID_INPUT', 'goal: only allowed together with template', {
      recovery: 'Leave goal out, or give template instead of content.',
    });
  }
  return template === undefined ? (content ?? '') : fillTemplate(template, goal);
}

interface BranchRequest {
  readonly name?: string | undefined;
  readonly from?: string | undefined;
}

/** The branch that the note is written on; created if the call names a new one. */
async function branchFor(tx: Writing, request: BranchRequest): Promise<Branch | Refusal> {
  if (request.name === undefined) return branchNamed(tx, request.from, 'from');
  const opened = await openBranch(tx, request.name, request.from);
  if (!isRefusal(opened) || !(await tx.branches.byName(request.name))) return opened;
  const { name: existing, ...rest } = request;
  const retry = { ...rest, from: existing } as JsonObject;
  return refuse('CONFLICT', opened.message, {
    recovery: 'Write on the branch that exists, or choose another name.',
    suggestions: [
      jsonBytes(retry) <= LIMITS.suggestionBytes
        ? suggestCall('macro_branch_note', retry, 'Write there')
        : suggestCall('checkout', { ref: request.name }, 'Switch to it'),
    ],
  });
}

function noteLines({ branch: on, checkout, note }: NoteView): Portal {
  const written = `note committed ${note.doc}@${note.seq}`;
  const moved = checkout.previous !== checkout.current;
  const state = on.created
    ? `branch ${on.name} from ${on.base_branch}@${on.base_seq} | ${written}`
    : moved
      ? `checkout ${checkout.previous} -> ${checkout.current} | ${written}`
      : `${written} on ${on.name}`;
  return { state: [state], commands: [suggestCall('status', {}, 'See where things stand')] };
}
