/** `reset`: the head of a document moved to an earlier or later note. */

import * as z from 'zod';
import { resetRef } from '../../domain/refs/ref.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { checkedOut } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { branch, workspace } from '../fields.ts';
import { headAt, noteNamed, noteSeen } from './resolve-ref.ts';

const acme = { workspace: 'acme' };
const note = { tool: 'notes_commit', args: { ...acme, content: 'Use WAL mode.' } };

export const reset = defineOperation({
  name: 'reset',
  title: 'Reset the head of a document',
  description:
    'Moves the head that log ends at, on the checkout, to a note it sees; the next note moves it on. Nothing is deleted, and show is not affected.',
  family: 'reasoning',
  effect: 'write',
  destructive: true,
  idempotent: true,
  input: {
    workspace,
    ref: z.union([z.int().min(1), branch]).describe('Seq, tag or branch'),
  },
  refusals: {
    UNKNOWN_ID: { title: 'No such note', before: [note], args: { ...acme, ref: 99 } },
  },
  examples: [
    {
      title: 'Back to a tag',
      before: [note, { tool: 'tag_create', args: { ...acme, name: 'agreed' } }, note],
      args: { ...acme, ref: 'agreed' },
    },
  ],
  async run(input, { tx, workspace: id }) {
    const named = await noteNamed(tx, input.ref, 'ref');
    if (isRefusal(named)) return named;
    const to = await noteSeen(tx, await checkedOut(tx), named.seq, 'ref');
    if (isRefusal(to)) return to;
    const head = await headAt(tx, to.branch, to.doc);
    await tx.append(resetRef({ to, head, named: String(input.ref) }));
    return answer({
      workspace: id,
      ref: to.branch.name,
      doc: to.doc,
      old_seq: head ?? null,
      new_seq: to.seq,
    });
  },
});
