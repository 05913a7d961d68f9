/**
 * Decides about changes of a notebook. Everything is checked before anything is entered, so that a
 * refused call leaves no half cell. A run has its own copy of the cells, so it hinders no change.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { keepSecrets } from '../../kernel/kept-secrets.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import type { CellReason } from './cell-reasons.ts';
import { checkCell, checkCellCount } from './cell-rules.ts';
import { type CellDraft, completedCell } from './complete-cell.ts';
import { titleIn } from './create-notebook.ts';
import {
  type Cell,
  type CellOutline,
  type CellText,
  type CellType,
  type Language,
  type NotebookOutline,
  notebookEntity,
  type StoredCell,
} from './notebook.ts';
import { type NotebookReason, refuseFor } from './reasons.ts';

/** Where a cell goes: to a position, or behind another cell. Without either, to the end. */
export interface CellPosition {
  /** From 0: the position that the cell has afterwards. */
  readonly position?: number | undefined;
  readonly afterCellId?: string | undefined;
}

export interface AddRequest extends CellPosition {
  readonly notebookId: string;
  readonly type: CellType;
  readonly content: string;
  readonly filename?: string | undefined;
  readonly language?: Language | undefined;
}

export interface UpdateRequest {
  readonly notebookId: string;
  readonly cellId: string;
  readonly content?: string | undefined;
  readonly filename?: string | undefined;
  readonly language?: Language | undefined;
  readonly expected_revision?: number | undefined;
}

export interface MoveRequest extends CellPosition {
  readonly notebookId: string;
  readonly cellId: string;
}

type Asked = Pick<
  Extract<NotebookReason, { readonly kind: 'cell_not_accepted' }>,
  'notebook' | 'does' | 'request'
>;

export interface Added {
  readonly draft: EventDraft;
  readonly cell: Cell;
  readonly position: number;
}

export function addCell(
  notebook: NotebookOutline,
  request: AddRequest,
  newId: () => string,
): Added | Refusal {
  const { cells } = notebook;
  const full = checkCellCount(cells.length + 1, 'notebookId');
  if (full) {
    const reason = { kind: 'notebook_full', notebook: notebook.id } as const;
    return refuseFor(reason, full.code, full.message, { field: 'notebookId' });
  }
  const asked: Asked = { notebook: notebook.id, does: 'add_cell', request };
  const position = placed(notebook, cells, request, asked) ?? cells.length;
  if (isRefusal(position)) return position;
  const text = accepted(request, cells, notebook.language, asked);
  if (isRefusal(text)) return text;
  const cell = { id: newId(), ...text };
  return {
    draft: {
      type: 'notebook_cell_added',
      entity: notebookEntity(notebook.id),
      payload: { cell, position },
    },
    cell,
    position,
  };
}

/** `draft` is undefined if the cell is the same already. */
export interface Changed<Value> {
  readonly draft: EventDraft | undefined;
  readonly after: Value;
}

export function updateCell(
  notebook: NotebookOutline,
  before: StoredCell,
  request: UpdateRequest,
): Changed<CellText> | Refusal {
  const stale = staleRevision(notebook, before, request.expected_revision);
  if (stale) return stale;
  const { content, filename, language } = request;
  const asked: Asked = { notebook: notebook.id, does: 'update_cell', request };
  if ([content, filename, language].every((each) => each === undefined)) {
    return refuseFor(
      { kind: 'cell_not_accepted', ...asked, correction: { content: '<fill: the new content>' } },
      'INVALID_INPUT',
      'content: send it, or a filename, to change the cell',
      { field: 'content' },
    );
  }
  const others = notebook.cells.filter(({ id }) => id !== before.id);
  const draft = {
    type: before.type,
    content: keepSecrets(content, before.content) ?? before.content,
    filename: filename ?? before.filename,
    // A new name decides the language by its ending, as it does for a new cell.
    language: language ?? (filename === undefined ? before.language : undefined),
  };
  const after = accepted(draft, others, notebook.language, asked);
  if (isRefusal(after)) return after;
  if (isSame(before, after)) return { draft: undefined, after };
  const first = notebook.cells.find(({ type }) => type === 'title');
  const title = first?.id === before.id ? { title: titleIn([after]) } : {};
  return {
    draft: {
      type: 'notebook_cell_updated',
      entity: notebookEntity(notebook.id),
      payload: { cell: { id: before.id, ...after }, ...title },
    },
    after,
  };
}

function isSame(before: CellText | StoredCell, after: CellText): boolean {
  const { content, filename, language } = before;
  return content === after.content && filename === after.filename && language === after.language;
}

export function moveCell(
  notebook: NotebookOutline,
  cell: CellOutline,
  request: MoveRequest,
): Changed<number> | Refusal {
  const others = notebook.cells.filter(({ id }) => id !== cell.id);
  const asked: Asked = { notebook: notebook.id, does: 'move_cell', request };
  const position = placed(notebook, others, request, asked);
  if (isRefusal(position)) return position;
  if (position === undefined) {
    return refuseFor(
      { kind: 'cell_not_accepted', ...asked, correction: { position: 0 } },
      'INVALID_INPUT',
      'position: required, or afterCellId',
      { field: 'position' },
    );
  }
  if (position === cell.position) return { draft: undefined, after: position };
  return {
    draft: {
      type: 'notebook_cell_moved',
      entity: notebookEntity(notebook.id),
      payload: { cell: cell.id, position },
    },
    after: position,
  };
}

/** What it printed stays with its runs. */
export function deleteCell(
  notebook: NotebookOutline,
  cell: CellOutline,
  expected: number | undefined,
): EventDraft | Refusal {
  return (
    staleRevision(notebook, cell, expected) ?? {
      type: 'notebook_cell_removed',
      entity: notebookEntity(notebook.id),
      payload: { cell: cell.id },
    }
  );
}

export function deleteNotebook({ id }: Pick<NotebookOutline, 'id'>): EventDraft {
  return { type: 'notebook_deleted', entity: notebookEntity(id), payload: { id } };
}

function staleRevision(
  notebook: NotebookOutline,
  { id, revision }: CellOutline,
  expected: number | undefined,
): Refusal | undefined {
  if (expected === undefined || expected === revision) return undefined;
  return refuseFor(
    { kind: 'cell_changed', notebook: notebook.id, cell: id },
    'REVISION_MISMATCH',
    `expected=${expected} actual=${revision}`,
    { field: 'expected_revision', revision },
  );
}

function accepted(
  draft: CellDraft,
  others: readonly CellOutline[],
  standard: Language,
  asked: Asked,
): CellText | Refusal {
  const cell = completedCell(draft, others, standard);
  const refusal = checkCell(cell, others);
  if (!refusal) return cell;
  const [field = '', ...rest] = refusal.message.split(': ');
  return notAccepted(asked, field, rest.join(': '), correctionOf(refusal.reason as CellReason));
}

/** What the caller can send instead; undefined if no change of the call helps. */
function correctionOf(reason: CellReason): JsonObject | undefined {
  switch (reason.kind) {
    case 'file_name_refused':
    case 'file_name_taken':
      return { filename: reason.nearest };
    case 'cell_incomplete':
      return { filename: undefined, language: undefined };
    case 'title_refused':
      return { content: '<fill: one line>' };
    case 'cell_too_long':
      return { content: '<fill: a part of it>' };
    case 'package_json_malformed':
      return { content: '{"type":"module","dependencies":{}}' };
    case 'package_json_exists':
    case 'too_many_cells':
    case 'src_md_malformed':
      return undefined;
  }
}

function notAccepted(
  asked: Asked,
  field: string,
  message: string,
  correction: JsonObject | undefined,
): Refusal {
  const reason = { kind: 'cell_not_accepted', ...asked, correction } as const;
  return refuseFor(reason, 'INVALID_INPUT', `${field}: ${message}`, { field });
}

/** The position among the cells that stay; undefined if the request names none. */
function placed(
  notebook: NotebookOutline,
  others: readonly CellOutline[],
  { position, afterCellId }: CellPosition,
  asked: Asked,
): number | undefined | Refusal {
  if (afterCellId === undefined) {
    if (position === undefined || position <= others.length) return position;
    const most = `at most ${others.length} here, since positions count from 0`;
    return notAccepted(asked, 'position', most, { position: others.length });
  }
  if (position !== undefined) {
    const one = 'send it or afterCellId, not both';
    return notAccepted(asked, 'position', one, { afterCellId: undefined, position: others.length });
  }
  const before = cellNamed(others, afterCellId);
  if (!before) return unknownCell(notebook.id, 'afterCellId', afterCellId);
  return others.indexOf(before) + 1;
}

/** By its id or its file name, which no other cell of the notebook has. */
export function cellNamed(cells: readonly CellOutline[], name: string): CellOutline | undefined {
  const wanted = name.toLowerCase();
  return (
    cells.find(({ id }) => id === wanted) ??
    cells.find(({ filename }) => filename?.toLowerCase() === wanted)
  );
}

export function unknownCell(notebook: string, field: string, id: string): Refusal {
  return refuseFor(
    { kind: 'cell_unknown', notebook },
    'UNKNOWN_ID',
    `${field}: the notebook has no cell ${JSON.stringify(id)}`,
    { field },
  );
}
