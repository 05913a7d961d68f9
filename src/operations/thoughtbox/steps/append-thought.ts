/** Enters a thought, with the steps of a cipher as cards on the session's branch. */

import { type Branch, branchEntity } from '../../../domain/branches/branch.ts';
import { documentNames } from '../../../domain/documents/document.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import type { CipherRef } from '../../../domain/thoughts/cipher.ts';
import { cardOf, linksOf } from '../../../domain/thoughts/cipher-cards.ts';
import {
  MAIN,
  reasoningBranchName,
  type Session,
  sessionEntity,
} from '../../../domain/thoughts/session.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { cardRecorded } from '../../think/steps/record-card.ts';

/** Where the references of these steps lead, looked up before the thought itself is entered. */
async function resolveRefs(
  tx: Reading,
  session: number,
  chain: string,
  steps: readonly { readonly refs: readonly CipherRef[] }[],
): Promise<ReadonlyMap<number, string>> {
  const labels = [...new Set(steps.flatMap(({ refs }) => refs.map((ref) => ref.label)))];
  const chains = chain === MAIN ? [MAIN] : [MAIN, chain];
  const found = new Map<number, string>();
  for (const each of chains) {
    for (const [label, node] of await tx.thoughts.stepNodes(session, each, labels)) {
      found.set(label, node);
    }
  }
  // `[S3]` also means the thought with that number, be it in cipher or not.
  const others = labels.filter((label) => !found.has(label));
  const places = others.flatMap((number) => chains.map((each) => ({ chain: each, number })));
  for (const { number } of await tx.thoughts.known(session, places)) found.set(number, 'thought');
  return found;
}

type ThoughtDraft = Extract<EventDraft, { type: 'thought_recorded' }>;

/**
 * Enters a thought. Its steps stand in the trace of the session's branch, and leave their nodes and
 * edges in its graph. Returns the labels that lead nowhere.
 */
export async function enterThought(
  tx: Writing,
  session: Session,
  draft: ThoughtDraft,
): Promise<readonly number[]> {
  const { steps = [], number, branch: chain = MAIN } = draft.payload;
  if (steps.length === 0) {
    await tx.append([draft]);
    return [];
  }
  const refs = await resolveRefs(tx, session.seq, chain, steps);
  const { edges, unresolved } = linksOf(steps, ({ label }) => refs.get(label));
  const links = edges.length === 0 ? {} : { links: edges };
  const branch = await graphBranch(tx, session);
  const there = { branch, ...documentNames(branch.target) };
  await tx.append([
    { ...draft, payload: { ...draft.payload, ...links } },
    ...steps.map((step) => cardRecorded(there, cardOf(step, session.id, { chain, number }))),
  ]);
  return unresolved;
}

/** Made with the first step; a session in prose has none. */
async function graphBranch(tx: Writing, session: Session): Promise<Branch> {
  const known =
    session.graphBranch === undefined ? undefined : await tx.branches.byId(session.graphBranch);
  if (known) return known;
  const id = tx.head + 1;
  const requested = reasoningBranchName(session.id);
  // Someone may have deleted the branch and taken its name.
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
  if (!branch) throw new Error(`branch ${name} was made and is not there`);
  return branch;
}
