/** Many processes write to one branch at once: none gets an error, and no number is missing. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../support/engines.ts';
import { contentsOf, journalAt, seqsUpTo } from '../support/journal.ts';
import { type CallResult, StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const PROCESSES = 4;
const NOTES_EACH = 100;
const WORKSPACE = 'shared';

/** All at once: the queue of the server and the locks of the store have to order them. */
function writeNotes(client: StdioClient, name: string): Promise<CallResult[]> {
  return Promise.all(
    Array.from({ length: NOTES_EACH }, (_, n) =>
      client.call('notes_commit', { branch: 'main', content: `${name} ${n}` }),
    ),
  );
}

function seqOf(reply: CallResult): number {
  const result = reply.json?.result as { entry?: { seq?: number } } | undefined;
  return result?.entry?.seq ?? 0;
}

describe.each(MAIN_ENGINES)('many processes on $name', (engine) => {
  it(`[ST11] [TP26] ${PROCESSES} × ${NOTES_EACH} notes get consecutive numbers and no error`, async () => {
    const place = await engine.place();
    try {
      const names = Array.from({ length: PROCESSES }, (_, n) => `process-${n}`);
      // Started together on an empty place: the first of them creates the schema.
      const clients = await Promise.all(
        names.map((name) =>
          StdioClient.start({
            flags: place.flags,
            workspace: WORKSPACE,
            more: ['--agent', name],
          }),
        ),
      );
      const replies = await Promise.all(
        clients.map((client, n) => writeNotes(client, names[n] ?? '')),
      );
      const exits = await Promise.all(clients.map((client) => client.close()));

      expect(replies.flat().filter((reply) => reply.isError)).toEqual([]);
      expect(exits.map((exit) => exit.code)).toEqual(names.map(() => 0));
      expect(clients.map((client) => client.stderr)).toEqual(names.map(() => ''));

      const events = await journalAt(place, WORKSPACE);
      const total = PROCESSES * NOTES_EACH;
      // One more than the notes: the event that created the workspace.
      expect(events.map((event) => event.seq)).toEqual(seqsUpTo(total + 1));
      expect(contentsOf(events)).toHaveLength(total);
      for (const [n, name] of names.entries()) {
        const own = events.filter((event) => event.agent === name && event.doc === 'notes');
        expect(contentsOf(own)).toEqual(
          Array.from({ length: NOTES_EACH }, (_, note) => `${name} ${note}`),
        );
        expect(replies[n]?.map(seqOf)).toEqual(own.map((event) => event.seq));
      }

      const doctor = await runWaymark(['doctor', ...place.flags]);
      expect(doctor).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await place.remove();
    }
  });
});
