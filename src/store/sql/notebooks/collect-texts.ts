/** Collects the texts of notebooks that recall finds. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { notebookIdOf } from '../../../domain/notebooks/notebook.ts';
import type { NotebookEventType } from '../../../domain/notebooks/notebook-events.ts';
import type { TextChanges } from '../../../recall/index/text-changes.ts';
import { nameOf, textOfCell, textOfNotebook } from '../../../recall/terms/artifact-texts.ts';
import { textOfEvent } from '../../../recall/terms/event-texts.ts';
import { groupOf } from '../../../recall/terms/recall-text.ts';

/** Of events whose notebook was there when they were entered. */
export function collectTexts(event: JournalEvent<NotebookEventType>, texts: TextChanges): void {
  const notebook = notebookIdOf(event.entity);
  switch (event.type) {
    case 'notebook_created': {
      const { id, title, cells } = event.payload;
      texts.put(event, 0, textOfNotebook(id, title));
      for (const [at, cell] of cells.entries()) texts.put(event, at + 1, textOfCell(id, cell));
      return;
    }
    case 'notebook_cell_added':
    case 'notebook_cell_updated': {
      texts.put(event, 0, textOfCell(notebook, event.payload.cell));
      const title = event.type === 'notebook_cell_updated' ? event.payload.title : undefined;
      if (title !== undefined) texts.put(event, 1, textOfNotebook(notebook, title));
      return;
    }
    case 'notebook_cell_removed':
      texts.drop(nameOf.cell(notebook, event.payload.cell));
      break;
    case 'notebook_run_ended': {
      const output = textOfEvent(event);
      if (output) texts.put(event, 0, output);
      return;
    }
    case 'notebook_deleted':
      // No id of a notebook begins with another one.
      texts.dropGroups(groupOf.notebook(notebook));
      break;
    default:
  }
}
