/**
 * The ticket of a call whose commit was lost: the seqs of the events it would have appended, and a
 * fingerprint of the last one. With it a repeat can tell whether the call was applied.
 */

import { createHash } from 'node:crypto';
import type { JournalEvent } from '../../domain/journal/event.ts';

/** The ticket is followed by the first digits of the fingerprint of the arguments. */
const TICKET = /^evt-(\d{1,15})-(\d{1,15})-([0-9a-f]{16})-([0-9a-f]{8})$/;

export function printOf({ seq, tsMs, agent, type, entity, payload }: JournalEvent): string {
  const facts = JSON.stringify([seq, tsMs, agent, type, entity, payload]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 16);
}

export function ticketFor(first: JournalEvent, last: JournalEvent): string {
  return `evt-${first.seq}-${last.seq}-${printOf(last)}`;
}

export function ticketIn(id: string) {
  const [, first, last, print = '', fingerprint = ''] = TICKET.exec(id) ?? [];
  if (first === undefined) return undefined;
  return { first: Number(first), last: Number(last), print, fingerprint };
}
