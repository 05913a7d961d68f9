/** Collects the texts of events that tell everything about them; others come from their nouns. */

import { branchIdOf } from '../../../domain/branches/branch.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { notebookIdOf } from '../../../domain/notebooks/notebook.ts';
import {
  nameOf,
  textOfCell,
  textOfConflict,
  textOfNode,
  textOfNotebook,
  textOfPattern,
  textOfRule,
  textOfScratchpad,
} from '../../../domain/recall/artifact-texts.ts';
import { textOfEvent } from '../../../domain/recall/event-texts.ts';
import { branchGroups, groupOf } from '../../../domain/recall/recall-text.ts';
import type { Projection } from '../projection.ts';
import type { TextChanges } from './text-changes.ts';

/** The relations that say: what it leads to no longer holds. */
const REPLACES: readonly string[] = ['supersedes', 'replaces', 'revises', 'obsoletes'];

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
      collectNotebook(event, texts);
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
    if (REPLACES.includes(rel)) {
      texts.mark(nameOf.card(branch, doc, to), { state: 'replaced', successor });
    }
  }
}

function collectNotebook(event: JournalEvent, texts: TextChanges): void {
  switch (event.type) {
    case 'notebook_created': {
      const { id, title, cells } = event.payload;
      texts.put(event, 0, textOfNotebook(id, title));
      for (const [at, cell] of cells.entries()) texts.put(event, at + 1, textOfCell(id, cell));
      return;
    }
    case 'notebook_cell_added':
    case 'notebook_cell_updated': {
      const notebook = notebookIdOf(event.entity);
      texts.put(event, 0, textOfCell(notebook, event.payload.cell));
      const title = event.type === 'notebook_cell_updated' ? event.payload.title : undefined;
      if (title !== undefined) texts.put(event, 1, textOfNotebook(notebook, title));
      return;
    }
    case 'notebook_cell_removed':
      texts.drop(nameOf.cell(notebookIdOf(event.entity), event.payload.cell));
      break;
    case 'notebook_deleted':
      // No id of a notebook begins with another one.
      texts.dropGroups(groupOf.notebook(notebookIdOf(event.entity)));
      break;
    default:
  }
}
