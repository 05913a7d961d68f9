/** Collects the texts of events that tell everything about them; others come from their nouns. */

import { branchIdOf } from '../../domain/branches/branch.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import type { Projection } from '../../store/sql/projection.ts';
import {
  nameOf,
  textOfConflict,
  textOfNode,
  textOfPattern,
  textOfRule,
  textOfScratchpad,
} from '../terms/artifact-texts.ts';
import { textOfEvent } from '../terms/event-texts.ts';
import { branchGroups } from '../terms/recall-text.ts';
import { isReplacing } from '../terms/seen-card.ts';
import type { TextChanges } from './text-changes.ts';

/** Must come before the projections of other nouns, which mark texts of the same events. */
export const recallProjection: Projection = {
  name: 'recall',
  tables: [
    { name: 'recall_docs', key: ['workspace', 'kind', 'number'] },
    { name: 'recall_latest', key: ['workspace', 'number'] },
    { name: 'recall_current', key: ['workspace', 'term'] },
    { name: 'recall_postings', key: ['workspace', 'term', 'block'] },
  ],
  async onStretch(_sql, _workspace, events, texts) {
    for (const event of events) collect(event, texts);
  },
};

function collect(event: JournalEvent, texts: TextChanges): void {
  // Only the projection of notebooks knows whether the notebook of a run is still there.
  if (event.type === 'notebook_run_ended') return;
  const fixed = textOfEvent(event);
  if (fixed) texts.put(event, 0, fixed);
  else collectNamed(event, texts);
}

function collectNamed(event: JournalEvent, texts: TextChanges): void {
  switch (event.type) {
    case 'graph_node_upserted':
    case 'graph_node_deleted':
    case 'graph_edge_upserted':
      collectGraph(event, texts);
      break;
    case 'rule_set': {
      const { text, about, replaces } = event.payload;
      texts.put(event, 0, textOfRule(event.entity, text, about));
      if (replaces !== undefined) {
        texts.mark(replaces, { state: 'replaced', successor: event.entity });
      }
      return;
    }
    case 'rule_retired':
      texts.mark(event.entity, { state: 'retired' });
      break;
    case 'pattern_saved':
      texts.put(event, 0, textOfPattern(event.payload.pattern));
      break;
    case 'pattern_deleted':
      texts.drop(nameOf.pattern(event.payload.id));
      break;
    case 'scratchpad_saved':
      texts.put(event, 0, textOfScratchpad(event.payload.note));
      break;
    case 'scratchpad_deleted':
      texts.drop(nameOf.scratchpad(event.payload.id));
      break;
    case 'graph_conflict_found':
      texts.put(event, 0, textOfConflict(event.payload.conflict));
      break;
    case 'graph_conflict_resolved':
      texts.mark(nameOf.conflict(event.payload.id), { state: 'resolved' });
      break;
    case 'branch_deleted':
      texts.dropGroups(branchGroups(branchIdOf(event.entity)));
      break;
    default:
  }
}

function collectGraph(
  event: JournalEvent<'graph_node_upserted' | 'graph_node_deleted' | 'graph_edge_upserted'>,
  texts: TextChanges,
): void {
  const { branch, doc } = event;
  if (branch === undefined || doc === undefined) return;
  if (event.type === 'graph_node_upserted') {
    const text = textOfNode(branch, doc, event.payload.node);
    if (text) texts.put(event, 0, text);
  } else if (event.type === 'graph_node_deleted') {
    texts.mark(nameOf.card(branch, doc, event.payload.id), { state: 'deleted' });
  } else {
    const { from, rel, to } = event.payload.edge;
    const successor = nameOf.card(branch, doc, from);
    if (isReplacing(rel)) {
      texts.mark(nameOf.card(branch, doc, to), { state: 'replaced', successor });
    }
  }
}
