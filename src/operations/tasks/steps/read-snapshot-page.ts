/** Reads the sections of a snapshot that the caller asked for by a limit or a cursor. */

import type { Reading } from '../../../store/port.ts';
import { diffTargetGraph } from './diff-target-graph.ts';
import { findReasoningPlace } from './find-reasoning-place.ts';
import type { PageSection, SnapshotPage } from './page-lines.ts';
import { fewNodes, readMemory, readSignals } from './read-memory.ts';
import { eventsRequest, memoryRequest, RESUME_LIMITS, type ResumeOptions } from './read-resume.ts';
import { readTimeline } from './read-timeline.ts';

type Name = PageSection['name'];

const NAMES: readonly Name[] = [
  ...(['blockers', 'decisions', 'evidence', 'notes', 'cards'] as const),
  ...(['events', 'trace', 'graph_diff'] as const),
];

const cursorOf = (input: ResumeOptions, name: Name) =>
  ({
    notes: input.notes_cursor,
    trace: input.trace_cursor,
    cards: input.cards_cursor,
    graph_diff: input.graph_diff_cursor,
    events: input.events_cursor,
    decisions: undefined,
    evidence: undefined,
    blockers: undefined,
  })[name];

/** Cursors ask for those pages alone; limits ask for sections beside the snapshot. */
function askedSections(input: ResumeOptions): {
  readonly names: readonly Name[];
  readonly isPage: boolean;
} {
  const paged = NAMES.filter((name) => cursorOf(input, name) != null);
  if (paged.length > 0) return { names: paged, isPage: true };
  return { names: NAMES.filter((name) => input[`${name}_limit`] !== undefined), isPage: false };
}

export async function readSnapshotPage(
  tx: Reading,
  id: string,
  input: ResumeOptions,
): Promise<SnapshotPage | undefined> {
  const { names, isPage } = askedSections(input);
  if (names.length === 0) return undefined;
  const read = await readerOf(tx, id, input);
  const sections: PageSection[] = [];
  for (const name of names) sections.push({ name, ...(await read(name)) });
  return { target: id, isPage, sections };
}

type Read = Omit<PageSection, 'name'>;

async function readerOf(tx: Reading, id: string, input: ResumeOptions) {
  const place = await findReasoningPlace(tx, id);
  const ofMemory = async (name: 'notes' | 'trace' | 'cards'): Promise<Read> => {
    const { view } = await readMemory(tx, place, memoryRequest(input));
    if (name === 'cards') return { items: view.cards, pagination: view.cards_pagination };
    // Entries come oldest first, cards newest first.
    return { items: view[name].entries.toReversed(), pagination: view[name].pagination };
  };
  const ofSignals = async (name: 'decisions' | 'evidence' | 'blockers'): Promise<Read> => {
    const none = { decisions: 0, evidence: 0, blockers: 0 };
    const limits = { ...none, [name]: input[`${name}_limit`] ?? RESUME_LIMITS[name] };
    const signals = await readSignals(tx, { ...place, id }, limits, await fewNodes(tx, place));
    return { items: signals[name] };
  };
  return async (name: Name): Promise<Read> => {
    switch (name) {
      case 'events':
        return ofEvents(tx, id, input);
      case 'graph_diff':
        return ofDiff(tx, place, input);
      case 'notes':
      case 'trace':
      case 'cards':
        return ofMemory(name);
      default:
        return ofSignals(name);
    }
  };
}

async function ofEvents(tx: Reading, id: string, input: ResumeOptions): Promise<Read> {
  const { events, ...page } = await readTimeline(tx, id, eventsRequest(input));
  return {
    items: events.toReversed(),
    pagination: { cursor: input.events_cursor ?? null, ...page },
  };
}

async function ofDiff(
  tx: Reading,
  place: Parameters<typeof diffTargetGraph>[1],
  input: ResumeOptions,
): Promise<Read> {
  const diff = await diffTargetGraph(tx, place, {
    cursor: input.graph_diff_cursor,
    limit: input.graph_diff_limit ?? RESUME_LIMITS.graphDiff,
  });
  if (!diff.available) return { items: [], about: 'nothing to compare with' };
  return { items: diff.changes, pagination: diff.pagination, about: `against ${diff.base}` };
}
