/** The parameters that the routes of `notebook` share, and how they find a notebook and a cell. */

import * as z from 'zod';
import { cellNamed, unknownCell } from '../../../domain/notebooks/edit-notebook.ts';
import type { CellOutline, NotebookOutline } from '../../../domain/notebooks/notebook.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { quotedName } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { line, text } from '../../declaration/fields.ts';
import { withAdvice } from '../../steps/advice-table.ts';
import { cutPage } from './list-page.ts';

/** Every route of `notebook` needs stage 2: the cipher was loaded. */
export const NOTEBOOK = { operation: 'notebook', stage: 2 } as const;

/** Any line is accepted: an id that does not exist is refused when it is looked up. */
export const notebookId = line(LIMITS.docName).describe('A UUID, or latest: the one changed last');
export const cellId = line(LIMITS.docName).describe('A UUID, or the file name of the cell');

export const oneNotebook = {
  input: { notebookId },
  minimal: { notebookId: '<fill: a notebook>' },
} as const;

export const oneCell = {
  input: { notebookId, cellId },
  minimal: { notebookId: '<fill: a notebook>', cellId: '<fill: a cell>' },
} as const;

export const language = z.enum(['javascript', 'typescript']);

/** Checked by the rules for cells, which propose a name that is allowed. */
export const filename = z
  .string()
  .refine((name) => name.length <= LIMITS.title, `at most ${LIMITS.title} characters`)
  .optional();

/** The content of a cell goes by three names, since the contract shows two forms of a cell. */
export const contentFields = {
  content: text.optional(),
  text: text.optional().describe('Alias of content'),
  source: text.optional().describe('Alias of content'),
};

export const CONTENT_ALIASES = { text: 'content', source: 'content' } as const;

/** `position` is where the cell is afterwards. */
export const placeFields = {
  afterCellId: cellId.optional(),
  position: z.int().min(0).optional().describe('From 0'),
};

const revision = z.int().min(0).optional();

/** Refuses a change of a cell that another call has changed meanwhile. */
export const guardFields = {
  expected_revision: revision,
  expectedRevision: revision.describe('Alias of expected_revision'),
};

export const GUARD_ALIASES = { expectedRevision: 'expected_revision' } as const;

export const cellPage = {
  limit: z.int().min(1).max(LIMITS.cells).default(50),
  offset: z.int().min(0).default(0),
};

/** What an answer says about the rest. */
export function pageEnd(
  { offset }: { readonly offset: number },
  shown: number,
  all: number,
): JsonObject {
  const next = offset + shown;
  return next < all ? { hasMore: true, nextOffset: next } : { hasMore: false };
}

const PRINTED = ['output', 'stderr', 'error'];

/** Drops cells from the end of the page. Only the texts of a cell that does not fit are cut. */
export function cutCells(offset: number): readonly Trim[] {
  return cutPage('cells', offset, PRINTED);
}

/** For what stands around a text in an answer. */
const AROUND = LIMITS.frameBytes + 200;

/** How many bytes of JSON a text may have, so that the answer keeps the budget of the call. */
export function roomFor(request: {
  readonly max_chars?: number | undefined;
  readonly max_bytes?: number | undefined;
}): number {
  const { max_chars = Infinity, max_bytes = Infinity } = request;
  const asked = Math.min(max_chars, max_bytes);
  return Math.max(0, (Number.isFinite(asked) ? asked : LIMITS.answerBytes) - AROUND);
}

/** The text of a whole file; a call is limited before this is. */
export const srcMd = z
  .string()
  .refine((value) => value.length <= LIMITS.callBytes, `at most ${LIMITS.callBytes} characters`);

/** How many notebooks a wrong name is compared with. */
const COMPARED = 100;

interface Named {
  readonly notebookId: string;
}

/** A call that deletes is not proposed again for a similar name. */
interface Deleting {
  readonly mayDelete?: boolean;
}

export async function findNotebook(
  tx: Reading,
  request: Named,
  { mayDelete = false }: Deleting = {},
): Promise<NotebookOutline | Refusal> {
  const { notebookId: name } = request;
  const id = name === 'latest' ? (await latest(tx))?.id : name.toLowerCase();
  const found = id === undefined ? undefined : await tx.notebooks.outline(id);
  return found ?? noNotebook(tx, request, mayDelete);
}

async function latest(tx: Reading) {
  return (await tx.notebooks.list({ offset: 0, limit: 1 }))[0];
}

/** Callers send titles as ids. */
async function noNotebook(tx: Reading, request: Named, mayDelete: boolean): Promise<Refusal> {
  const known = await tx.notebooks.list({ offset: 0, limit: COMPARED });
  const { notebookId: name } = request;
  const meant = nearestName(
    name,
    known.flatMap(({ id, title }) => [title, id]),
  );
  const near = known.find(({ id, title }) => meant !== undefined && [title, id].includes(meant));
  const { operation } = NOTEBOOK;
  const create = { operation, subOperation: 'create', name: '<fill: a title>' };
  const next =
    known.length === 0
      ? suggestCall(GATEWAY, create, 'Create a notebook')
      : near && !mayDelete
        ? suggestCall(
            GATEWAY,
            sameCall({ ...request }, { notebookId: near.id }),
            `The same for ${quotedName(near.title, 60)}`,
          )
        : suggestCall(GATEWAY, { operation, subOperation: 'list' }, 'List the notebooks');
  return refuse('UNKNOWN_ID', `notebookId: no notebook ${JSON.stringify(name)}`, {
    details: { field: 'notebookId' },
    suggestions: [next],
  });
}

export function findCell(
  notebook: NotebookOutline,
  request: Named & { readonly cellId: string },
  { mayDelete = false }: Deleting = {},
): CellOutline | Refusal {
  const { cellId: name } = request;
  const found = cellNamed(notebook.cells, name);
  if (found) return found;
  const unknown = unknownCell(notebook.id, 'cellId', name);
  const files = notebook.cells.flatMap(({ filename: file }) => file ?? []);
  const meant = mayDelete ? undefined : nearestName(name, files);
  if (meant === undefined) return unknown;
  const same = sameCall({ ...request }, { cellId: meant });
  return withAdvice(unknown, {
    suggestions: [suggestCall(GATEWAY, same, `The same for ${meant}`)],
  });
}

/** Said only if the caller did not name the notebook by its id. */
export function named({ id }: NotebookOutline, request: Named): JsonObject {
  return request.notebookId.toLowerCase() === id ? {} : { notebookId: id };
}

/** Refuses a call without an argument that has aliases, and so cannot be required by the schema. */
export function missing(request: object, field: string, example: string): Refusal {
  return refuse('INVALID_INPUT', `${field}: required`, {
    details: { field },
    suggestions: [
      suggestCall(GATEWAY, sameCall({ ...request }, { [field]: example }), 'Like this'),
    ],
  });
}
