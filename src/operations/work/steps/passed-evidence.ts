/** The evidence that a merge passed on, read from the history of the node that was merged away. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { WorkEventType } from '../../../domain/work/work-events.ts';
import type { Evidence } from '../../../domain/work/work-node.ts';
import type { Reading } from '../../../store/port.ts';

type WorkEvent = JournalEvent<WorkEventType>;

const PAGE = 200;

/** Empty for every other event, and for nodes that the merge only touched. */
export async function passedEvidence(
  tx: Reading,
  event: WorkEvent,
  node: string,
): Promise<readonly Evidence[]> {
  if (event.type !== 'work_merged') return [];
  const { source, target } = event.payload;
  return [source, target].includes(node) ? evidenceBefore(tx, source, event.seq) : [];
}

/** In the order in which the node got it. */
async function evidenceBefore(
  tx: Reading,
  node: string,
  seq: number,
): Promise<readonly Evidence[]> {
  const later: (readonly Evidence[])[] = [];
  for (let before = seq; ; ) {
    const events = await tx.work.history(node, { before, limit: PAGE });
    for (const event of events) later.push(await addedBy(tx, event, node));
    const last = events.at(-1);
    if (!last || events.length < PAGE) return later.reverse().flat();
    before = last.seq;
  }
}

async function addedBy(tx: Reading, event: WorkEvent, node: string): Promise<readonly Evidence[]> {
  if (event.type === 'work_updated') return event.payload.evidence;
  if (event.type === 'work_dropped') return [event.payload.evidence];
  const isHeir = event.type === 'work_merged' && event.payload.target === node;
  return isHeir ? passedEvidence(tx, event, node) : [];
}
