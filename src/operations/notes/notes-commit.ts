/** `notes_commit`: writes one note to a document. */

import { commitNote } from '../../domain/documents/commit-note.ts';
import { entryView } from '../../domain/documents/entry-view.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { documentFields, format, meta, text, title } from '../declaration/fields.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';

export const notesCommit = defineOperation({
  name: 'notes_commit',
  title: 'Commit a note',
  description:
    'Appends one note to the notes of a target, or to a document of a branch. Returns the entry with its seq.',
  toolset: 'reasoning',
  does: writes().and(
    scoped({ ...documentFields, doc: documentFields.doc.describe('Default: notes') }),
  ),
  input: { content: text, title, format, meta },
  example: {
    title: 'On the checkout',
    args: { content: 'Use WAL mode: readers never wait.', title: 'Decision' },
  },
  async run(input, { tx, workspace: id, scope }) {
    const docName = input.doc ?? scope.docs.notes;
    const place = { branch: scope.branch, doc: docName, kind: 'notes', field: 'doc' } as const;
    const misplaced = await refuseOtherKind(tx, place);
    if (misplaced) return misplaced;
    const draft = commitNote({
      ...input,
      branch: scope.branch.id,
      doc: docName,
      target: scope.target,
    });
    if (isRefusal(draft)) return draft;
    const [entry] = await tx.append([draft]);
    if (!entry) throw new Error('a note just committed is missing');
    return answer({
      workspace: id,
      entry: { ...entryView(entry), branch: scope.branch.name, doc: docName },
    });
  },
});
