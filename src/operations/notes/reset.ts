/** `reset`: moves the head of a document to an earlier or later note. */

import * as z from 'zod';
import { resetRef } from '../../domain/refs/ref.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { branch } from '../declaration/fields.ts';
import { checkedOut } from '../steps/branch-ref.ts';
import { headAt, noteNamed, noteSeen } from './steps/resolve-ref.ts';

export const reset = defineOperation({
  name: 'reset',
  title: 'Reset the head of a document',
  description:
    'Moves the head of a document on the checkout, where log ends, to another note; the next note moves it again. Nothing is deleted, and show is not affected.',
  toolset: 'reasoning',
  does: writes({ destructive: true, idempotent: true }),
  input: { ref: z.union([z.int().min(1), branch]).describe('Seq, tag or branch') },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'Back to a tag', args: { ref: 'agreed' } },
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
