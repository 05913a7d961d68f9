/** `commit`: writes one artifact into one or more documents of the checkout, all or none. */

import * as z from 'zod';
import { commitNote } from '../../domain/documents/commit-note.ts';
import { isNote } from '../../domain/documents/entry-view.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { COMMIT_FORMAT, commitView } from '../../domain/refs/commit-view.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { doc, line, meta, text } from '../declaration/fields.ts';
import { checkedOut } from '../steps/branch-ref.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';

/** The artifact is stored and returned once per document, so their number is limited. */
const MAX_DOCS = 8;

export const commit = defineOperation({
  name: 'commit',
  title: 'Commit an artifact',
  description:
    'Appends an artifact as a note to one or more documents of the checkout, all or none, and moves their refs. Returns the commits with their seq.',
  toolset: 'reasoning',
  does: writes(),
  input: {
    artifact: text.refine((value) => value.trim() !== '', 'must not be blank'),
    message: line(LIMITS.title).describe('Title of the note'),
    docs: z
      .union([doc, z.array(doc).min(1).max(MAX_DOCS)])
      .default(DEFAULTS.docs.notes)
      .describe('Name or names'),
    meta,
  },
  example: {
    title: 'Into the notes',
    args: { artifact: 'Readers never wait.', message: 'Use WAL mode' },
  },
  async run(input, { tx, workspace: id }) {
    const branch = await checkedOut(tx);
    const docs = [...new Set([input.docs].flat())];
    const drafts: EventDraft[] = [];
    for (const name of docs) {
      const place = { branch, doc: name, kind: 'notes', field: 'docs' } as const;
      const misplaced = await refuseOtherKind(tx, place);
      if (misplaced) return misplaced;
      const draft = commitNote({
        branch: branch.id,
        target: branch.target,
        doc: name,
        content: input.artifact,
        title: input.message,
        format: COMMIT_FORMAT,
        meta: input.meta,
      });
      if (isRefusal(draft)) return draft;
      drafts.push(draft);
    }
    const entered = await tx.append(drafts);
    const commits = entered
      .filter(isNote)
      .map((event) => ({ ...commitView(event), branch: branch.name, doc: event.doc }));
    return answer({ workspace: id, branch: branch.name, docs, commits });
  },
});
