/** What is known of a card: its entry in the trace, its node in the graph, and where it came from. */

import { type EffectiveView, sees } from '../../../domain/branches/effective-view.ts';
import type { Card } from '../../../domain/cards/card.ts';
import { cardEntity, cardKey } from '../../../domain/cards/card-recorded.ts';
import { copiesOf, originOf } from '../../../domain/documents/merge-notes.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Reading } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import type { ThinkPlace } from './think-place.ts';

export interface KnownCard {
  /** As the trace has it: recorded there, inherited, or copied by a merge. */
  readonly inTrace: readonly Card[];
  /** As other traces have it. */
  readonly elsewhere: readonly Card[];
  /** Undefined if there is no live node. */
  readonly node: NodeState | undefined;
}

type Recording = JournalEvent<'card_recorded'>;

/** Recordings under one id that are looked through. */
const MAX_RECORDINGS = 200;

export async function knownCard(tx: Reading, place: ThinkPlace, id: string): Promise<KnownCard> {
  const view = await viewOf(tx, place.branch);
  const [version] = await tx.graph.byKey(view, place.graph, 'node', [id]);
  const node = version?.state as NodeState | undefined;
  const own = await recordedIn(tx, place, view, id);
  if (own) return { inTrace: [own.payload.card], elsewhere: [], node };
  const page = { limit: MAX_RECORDINGS };
  const others = (await tx.journal.ofEntity(cardEntity(id), page)).filter(isRecording);
  const copied = await copiedAmong(tx, place, view, others);
  const cards = (events: readonly Recording[]) => events.map(({ payload }) => payload.card);
  return { inTrace: cards(copied), elsewhere: cards(others), node };
}

function isRecording(event: JournalEvent): event is Recording {
  return event.type === 'card_recorded';
}

/** On the branch itself, or on a base before the cutoff. */
async function recordedIn(
  tx: Reading,
  { trace }: ThinkPlace,
  view: EffectiveView,
  id: string,
): Promise<Recording | undefined> {
  for (const { branch, upTo } of view) {
    const event = await tx.journal.withKey(cardKey({ branch: { id: branch }, trace }, id));
    if (event && isRecording(event) && event.seq <= upTo) return event;
  }
  return undefined;
}

/** Those that a merge of notes copied to this trace. */
async function copiedAmong(
  tx: Reading,
  { trace }: ThinkPlace,
  view: EffectiveView,
  recordings: readonly Recording[],
): Promise<readonly Recording[]> {
  const copied: Recording[] = [];
  for (const each of recordings.filter(({ doc }) => doc === trace)) {
    const copies = await tx.journal.keyedLike(copiesOf(originOf(each)));
    if (copies.some((copy) => sees(view, copy))) copied.push(each);
  }
  return copied;
}
