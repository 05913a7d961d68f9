/** `notes_commit`: one note into a document. */

import { commitNote } from '../../domain/documents/commit-note.ts';
import { entryView } from '../../domain/documents/entry-view.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, doc, format, meta, target, text, title, workspace } from '../fields.ts';

const acme = { workspace: 'acme' };

export const notesCommit = defineOperation({
  name: 'notes_commit',
  title: 'Commit a note',
  description:
    'Appends one note to the notes of a target, or to a document of a branch. Returns the entry with its seq.',
  family: 'reasoning',
  effect: 'write',
  scoped: true,
  input: {
    workspace,
    target,
    branch: branch.optional().describe('Default: the checkout'),
    doc: doc.optional().describe('Default: notes'),
    content: text,
    title,
    format,
    meta,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: { ...acme, branch: 'idea/cahce', content: 'Hash the keys?' },
    },
  },
  examples: [
    {
      title: 'On the checkout',
      args: { ...acme, content: 'Use WAL mode: readers never wait.', title: 'Decision' },
    },
    {
      title: 'Into a document of its own',
      args: { ...acme, branch: 'main', doc: 'risks', content: 'The disk may fill up.' },
    },
  ],
  async run(input, { tx, workspace: id, scope }) {
    const docName = input.doc ?? scope.docs.notes;
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
