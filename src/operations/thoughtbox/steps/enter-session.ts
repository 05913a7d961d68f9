/** Enters a session of an archive into the memory, as if its thoughts had come one by one. */

import { type ArchivedSession, isSameSession } from '../../../domain/archive/archived-session.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { type CipherStep, parseCipher } from '../../../domain/thoughts/cipher.ts';
import { namedSteps } from '../../../domain/thoughts/cipher-cards.ts';
import { thoughtRecorded } from '../../../domain/thoughts/record-thought.ts';
import { MAIN, type Session, sessionEntity } from '../../../domain/thoughts/session.ts';
import type { Thought } from '../../../domain/thoughts/thought.ts';
import { initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import { sha256 } from '../../../sha256.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { enterThought } from './append-thought.ts';
import { storedSession } from './stored-session.ts';

/** `there` with the same content, or with `other`. */
export type Entered = 'entered' | 'there' | 'other';

export async function enterSession(tx: Writing, archived: ArchivedSession): Promise<Entered> {
  const known = await storedSession(tx, archived.id);
  if (known) return isSameSession(archived, known, sha256) ? 'there' : 'other';
  if (tx.head === 0) await tx.append([initializeWorkspace()]);
  await tx.append([started(archived, tx.head)]);
  let session = await there(tx, archived.id);
  for (const thought of archived.thoughts) {
    const hadSteps = await enterArchived(tx, session, archived, thought);
    // The first step opens a branch of the reasoning graph, which the next ones go to.
    if (hadSteps && session.graphBranch === undefined) session = await there(tx, archived.id);
  }
  session = await there(tx, archived.id);
  if (session.updatedMs !== archived.updatedMs) {
    await tx.append([
      {
        type: 'session_changed',
        entity: sessionEntity(session.seq),
        payload: { at: archived.updatedMs },
      },
    ]);
  }
  return 'entered';
}

async function there(tx: Reading, id: string): Promise<Session> {
  const session = await tx.thoughts.session(id);
  if (!session) throw new Error(`session ${id} was entered and is not there`);
  return session;
}

function started(archived: ArchivedSession, head: number): EventDraft {
  const { id, project, title, description, tags, createdMs: at } = archived;
  return {
    type: 'session_started',
    entity: sessionEntity(head + 1),
    payload: {
      id,
      project,
      title,
      ...(description === undefined ? {} : { description }),
      tags,
      at,
    },
  };
}

/** Returns whether it had steps. */
async function enterArchived(
  tx: Writing,
  session: Session,
  { chains }: ArchivedSession,
  thought: Thought,
): Promise<boolean> {
  const { chain, number, critique } = thought;
  const entity = sessionEntity(session.seq);
  const parsed = parseCipher(thought.text);
  const labelled = await labelsUsed(tx, session.seq, chain, parsed);
  const steps = namedSteps(parsed, thought, (label) => labelled.has(label));
  const isFork = chain !== MAIN && thought.previous === undefined;
  const origin = isFork ? chains.find(({ name }) => name === chain)?.origin : undefined;
  const recorded = thoughtRecorded(session.seq, {
    ...thought,
    from: origin,
    isCriticised: critique !== undefined,
    steps,
  });
  await enterThought(tx, session, recorded);
  if (critique !== undefined) {
    const { text, model, atMs: at } = critique;
    await tx.append([
      { type: 'critique_attached', entity, payload: { of: { chain, number }, text, model, at } },
    ]);
  }
  return steps.length > 0;
}

async function labelsUsed(
  tx: Reading,
  session: number,
  chain: string,
  steps: readonly CipherStep[],
): Promise<ReadonlySet<number>> {
  const labels = [...new Set(steps.map(({ label }) => label))];
  return new Set((await tx.thoughts.stepNodes(session, chain, labels)).keys());
}
