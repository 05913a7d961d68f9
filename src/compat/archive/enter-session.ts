/** Writes a session of an archive to a workspace, as if its thoughts were recorded one by one. */

import type { EventDraft } from '../../domain/journal/event.ts';
import { parseCipher } from '../../domain/thoughts/cipher.ts';
import { namedSteps } from '../../domain/thoughts/cipher-cards.ts';
import { linkedThought } from '../../domain/thoughts/link-thought.ts';
import { thoughtRecorded } from '../../domain/thoughts/record-thought.ts';
import { MAIN, type Session, sessionEntity } from '../../domain/thoughts/session.ts';
import { isUntitled, titleFrom } from '../../domain/thoughts/session-title.ts';
import type { Thought } from '../../domain/thoughts/thought.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { appendThought } from '../../operations/thoughtbox/steps/append-thought.ts';
import { readLabels } from '../../operations/thoughtbox/steps/read-labels.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { type ArchivedSession, isSameSession } from './format/archived-session.ts';
import { readStoredSession } from './read-stored-session.ts';

/** A session whose id exists is `unchanged` if its content is the same, else `different`. */
export type Entered = 'entered' | 'unchanged' | 'different';

export async function enterSession(tx: Writing, given: ArchivedSession): Promise<Entered> {
  const archived = titled(given);
  const known = await readStoredSession(tx, archived.id);
  if (known) return isSameSession(archived, known, sha256) ? 'unchanged' : 'different';
  if (tx.head === 0) await tx.append([initializeWorkspace()]);
  await tx.append([sessionStarted(archived, tx.head)]);
  let session = await readBack(tx, archived.id);
  for (const thought of archived.thoughts) {
    const hadSteps = await enterArchived(tx, session, archived, thought);
    // The first step creates a branch of the reasoning graph; the next thoughts must see it.
    if (hadSteps && session.graphBranch === undefined) session = await readBack(tx, archived.id);
  }
  session = await readBack(tx, archived.id);
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

/** An archive of an earlier program may have a session without a title of its own. */
function titled(archived: ArchivedSession): ArchivedSession {
  const first = archived.thoughts.find(({ chain }) => chain === MAIN);
  const title = first && isUntitled(archived) ? titleFrom(first.text) : undefined;
  return title === undefined ? archived : { ...archived, title };
}

async function readBack(tx: Reading, id: string): Promise<Session> {
  const session = await tx.thoughts.session(id);
  if (!session) throw new Error(`session ${id} was entered but cannot be read`);
  return session;
}

function sessionStarted(archived: ArchivedSession, head: number): EventDraft {
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
  const { isLabelled, resolve } = await readLabels(tx, session.seq, chain, parsed);
  const steps = namedSteps(parsed, thought, isLabelled);
  const isFork = chain !== MAIN && thought.previous === undefined;
  const origin = isFork ? chains.find(({ name }) => name === chain)?.origin : undefined;
  const recorded = thoughtRecorded(session.seq, {
    ...thought,
    from: origin,
    isCriticised: critique !== undefined,
    steps,
  });
  await appendThought(tx, session, linkedThought(recorded, resolve).draft);
  if (critique !== undefined) {
    const { text, model, atMs: at } = critique;
    await tx.append([
      { type: 'critique_attached', entity, payload: { of: { chain, number }, text, model, at } },
    ]);
  }
  return steps.length > 0;
}
