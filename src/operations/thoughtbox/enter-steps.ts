/** Enters the steps of a cipher as cards and edges on the session's branch of the reasoning graph. */

import { type Branch, branchEntity } from '../../domain/branches/branch.ts';
import { documentNames } from '../../domain/documents/document.ts';
import type { CipherRef } from '../../domain/thoughts/cipher.ts';
import { cardOf, linksOf, type NamedStep } from '../../domain/thoughts/cipher-cards.ts';
import {
  MAIN,
  reasoningBranchName,
  type Session,
  sessionEntity,
} from '../../domain/thoughts/session.ts';
import type { ThoughtPlace } from '../../domain/thoughts/thought-events.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { cardDrafts, edgeDrafts } from '../think/record-card.ts';

/** Where the references of these steps lead, looked up before the thought itself is entered. */
export async function resolveRefs(
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

/** Returns the labels that lead nowhere. */
export async function enterSteps(
  tx: Writing,
  session: Session,
  place: ThoughtPlace,
  steps: readonly NamedStep[],
  refs: ReadonlyMap<number, string>,
): Promise<readonly number[]> {
  const branch = await graphBranch(tx, session);
  const there = { branch, ...documentNames(branch.target) };
  const { edges, unresolved } = linksOf(steps, ({ label }) => refs.get(label));
  await tx.append([
    ...steps.flatMap((step) => cardDrafts(there, cardOf(step, session.id, place))),
    ...edgeDrafts(there, edges),
  ]);
  return unresolved;
}

/** Made with the first step; a session in prose has none. */
async function graphBranch(tx: Writing, session: Session): Promise<Branch> {
  const known =
    session.graphBranch === undefined ? undefined : await tx.branches.byId(session.graphBranch);
  if (known) return known;
  const id = tx.head + 1;
  const wished = reasoningBranchName(session.id);
  // Someone may have deleted the branch and taken its name.
  const name = (await tx.branches.byName(wished)) ? `${wished}-${id}` : wished;
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
