/** Appends a thought, with the steps of its cipher as cards on the session's branch. */

import { type Branch, branchEntity } from '../../../domain/branches/branch.ts';
import { cardRecorded } from '../../../domain/cards/card-recorded.ts';
import { documentNames } from '../../../domain/documents/document.ts';
import { cardOf } from '../../../domain/thoughts/cipher-cards.ts';
import type { ThoughtDraft } from '../../../domain/thoughts/link-thought.ts';
import {
  MAIN,
  reasoningBranchName,
  type Session,
  sessionEntity,
} from '../../../domain/thoughts/session.ts';
import type { Writing } from '../../../store/port.ts';

/**
 * Appends a thought that was decided. Each of its steps gets a card in the trace of the session's
 * branch; the nodes and edges of the graph follow from the event of the thought.
 */
export async function appendThought(
  tx: Writing,
  session: Session,
  draft: ThoughtDraft,
): Promise<void> {
  const { steps = [], number, branch: chain = MAIN } = draft.payload;
  if (steps.length === 0) {
    await tx.append([draft]);
    return;
  }
  const branch = await ensureBranch(tx, session);
  const place = { branch, ...documentNames(branch.target) };
  const cards = steps.map((step) => cardOf(step, session.id, { chain, number }));
  await tx.append([draft, ...cards.map((card) => cardRecorded(place, card))]);
}

/** The branch is created with the first step; a session in prose has none. */
async function ensureBranch(tx: Writing, session: Session): Promise<Branch> {
  const known =
    session.graphBranch === undefined ? undefined : await tx.branches.byId(session.graphBranch);
  if (known) return known;
  const id = tx.head + 1;
  const requested = reasoningBranchName(session.id);
  // A branch that was deleted may have lost its name to another branch.
  const name = (await tx.branches.byName(requested)) ? `${requested}-${id}` : requested;
  await tx.append([
    { type: 'branch_created', entity: branchEntity(id), payload: { name } },
    {
      type: 'session_graph_opened',
      entity: sessionEntity(session.seq),
      payload: { branch: id },
    },
  ]);
  const branch = await tx.branches.byId(id);
  if (!branch) throw new Error(`branch ${name} was created but cannot be read`);
  return branch;
}
