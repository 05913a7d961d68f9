/** A session as Markdown, to be copied: one row, read when somebody asks for it. */

import { z } from 'zod';
import { markdownOf } from '../../../domain/thoughts/export-session.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { readSession } from './read-session.ts';
import { sessionOf } from './sessions-view.ts';

export interface SessionTextRow extends ViewRow {
  readonly text: string;
  /** Set if the session is longer than the text. */
  readonly more?: true | undefined;
}

/** More would not be pasted anywhere, and would keep agents waiting while it is read. */
const MAX_THOUGHTS = 1_000;

const args = z.object({ session: z.string().max(200) });

type Args = z.infer<typeof args>;

async function rowsOf(look: Look, { session: id }: Args): Promise<readonly SessionTextRow[]> {
  const session = await readSession(look, id);
  if (!session) return [];
  const { thoughts } = look.tx;
  const read = await thoughts.thoughts(session.seq, { limit: MAX_THOUGHTS });
  const chains = await thoughts.chains(session.seq);
  const text = markdownOf(session, read, chains, true);
  return [{ key: id, text, more: session.thoughtCount > read.length || undefined }];
}

export const SESSION_TEXT_VIEW = defineView<Args, SessionTextRow>({
  name: 'session-text',
  args,
  page: async (look, given) => ({ rows: await rowsOf(look, given) }),
  async touched(look, { session: id }, events) {
    const session = await readSession(look, id);
    return session && events.some((event) => sessionOf(event) === session.seq) ? [id] : [];
  },
  rows: async (look, given, keys) => (keys.length === 0 ? [] : rowsOf(look, given)),
});
