/** Opens patterns and notes of the scratchpad, also deleted ones. */

import type { JsonObject } from '../../kernel/json.ts';
import { entryAnswer } from '../../operations/thoughtbox/steps/knowledge-entries.ts';
import type { Dated } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { near, type OpenContext, type Opened, type Opener, recallCall } from './opened.ts';
import { searchCall } from './search-call.ts';

const isEntry = (id: string) => id.length <= 64;

export const openPattern: Opener = {
  prefixes: ['pattern'],
  claims: isEntry,
  open: (context, id) => openEntry(context, 'pattern', id, () => context.tx.thoughts.pattern(id)),
  texts: async (_tx, id) => [nameOf.pattern(id)],
};

export const openScratchpad: Opener = {
  prefixes: ['scratchpad'],
  claims: isEntry,
  open: (context, id) => openEntry(context, 'scratchpad', id, () => context.tx.thoughts.note(id)),
  texts: async (_tx, id) => [nameOf.scratchpad(id)],
};

/** A type, because views are JSON. */
type Entry = {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly derivedFromSessions?: readonly string[];
};

async function openEntry(
  { tx }: OpenContext,
  kind: 'pattern' | 'scratchpad',
  id: string,
  read: () => Promise<Dated<Entry> | undefined>,
): Promise<readonly Opened[]> {
  const [last, saved] = await tx.journal.ofEntity(`${kind}:${id}`, { limit: 2 });
  const live = await read();
  const stored = [last, saved].find(
    (each) => each !== undefined && 'payload' in each && entryIn(each.payload),
  );
  const old = stored && entryIn(stored.payload);
  const entry =
    live ?? (old && stored && { value: old, createdMs: stored.tsMs, updatedMs: stored.tsMs });
  if (!entry) return [];
  const { title, derivedFromSessions: [session] = [] } = entry.value;
  return [
    {
      id,
      kind,
      title,
      atMs: entry.updatedMs,
      by: stored?.agent,
      state: live ? undefined : 'deleted',
      content: entryAnswer(entry as Dated<Entry & JsonObject>).view,
      near: (entry.value.derivedFromSessions ?? []).map((each) => near('session', each, each)),
      next:
        session === undefined
          ? searchCall(title, 'See what else is known about it')
          : recallCall(session, 'See the session that it comes from'),
    },
  ];
}

function entryIn(payload: object): Entry | undefined {
  if ('pattern' in payload) return payload.pattern as Entry;
  return 'note' in payload ? (payload.note as Entry) : undefined;
}
