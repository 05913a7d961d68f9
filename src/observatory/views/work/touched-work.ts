/** Which nodes of the work graph a batch of events may have changed, and whose counts. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { WORK_EVENTS, type WorkEventType } from '../../../domain/work/work-events.ts';
import type { Reading } from '../../../store/port.ts';

type WorkEvent = JournalEvent<WorkEventType>;

/** If more rows than this may have changed, the view is read anew, page by page. */
const MAX_TOUCHED = 5_000;

/** The events of the work graph, of one project if it is named. */
export function workEventsOf(
  events: readonly JournalEvent[],
  project?: string,
): readonly WorkEvent[] {
  return events
    .filter((event): event is WorkEvent => Object.hasOwn(WORK_EVENTS, event.type))
    .filter(({ payload }) => project === undefined || payload.project === project);
}

/**
 * The nodes that the events are about, and those that wait for them; without the ancestors.
 *
 * A subtree is looked up as it is now. A node that has left it since was moved by a later event,
 * which touches it again. Who the parent of a merged node was cannot be told, so a merge may have
 * touched everything.
 */
async function touchedNodes(
  { work }: Reading,
  events: readonly WorkEvent[],
): Promise<readonly string[] | 'all'> {
  const ids = new Set<string>();
  const settled = new Set<string>();
  for (const event of events) {
    switch (event.type) {
      case 'work_project_opened':
        ids.add(event.payload.id);
        break;
      case 'work_planned':
        for (const { id, parent } of event.payload.nodes) ids.add(id).add(parent);
        break;
      case 'work_updated':
        ids.add(event.payload.id);
        if (event.payload.set.resolved !== undefined) settled.add(event.payload.id);
        break;
      case 'work_connected':
      case 'work_disconnected':
        ids.add(event.payload.edge.from);
        break;
      case 'work_moved':
        ids.add(event.payload.from).add(event.payload.to);
        for (const id of await work.subtree(event.payload.id)) ids.add(id);
        break;
      case 'work_dropped':
        for (const id of await work.subtree(event.payload.id)) settled.add(id);
        break;
      case 'work_merged':
        return 'all';
    }
    if (ids.size + settled.size > MAX_TOUCHED) return 'all';
  }
  const waiting = settled.size === 0 ? [] : await work.waitingFor([...settled]);
  return [...ids, ...settled, ...waiting];
}

/**
 * The nodes whose state, place, claim or counts may have changed; `all` if that cannot be told.
 * Ancestors count what is below them, so they are among them. Nodes that exist no longer are too.
 */
export async function touchedLines(
  tx: Reading,
  events: readonly WorkEvent[],
): Promise<readonly string[] | 'all'> {
  const nodes = await touchedNodes(tx, events);
  if (nodes === 'all' || nodes.length === 0) return nodes;
  const all = new Set([...nodes, ...(await tx.work.lines(nodes))]);
  return all.size > MAX_TOUCHED ? 'all' : [...all];
}
