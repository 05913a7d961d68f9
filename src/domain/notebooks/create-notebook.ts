/** Decides how a notebook comes into being: blank, from a template, or from a text. */

import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';
import type { EventDraft } from '../journal/event.ts';
import type { CellReason } from './cell-reasons.ts';
import { type Cell, type CellText, type NotebookText, notebookEntity } from './notebook.ts';
import { refuseFor } from './reasons.ts';
import { fromSrcMd } from './src-md.ts';

const UNTITLED = 'Untitled';

/** The first title cell names the notebook, if it can. */
export function titleIn(cells: readonly CellText[]): string {
  const first = cells.find(({ type }) => type === 'title')?.content.trim() ?? '';
  return first !== '' && isOneLine(first) ? first : UNTITLED;
}

/** The same text under a title of its own: its first title cell says it. */
export function entitled(text: NotebookText, title: string): NotebookText {
  const first = text.cells.findIndex(({ type }) => type === 'title');
  const cells = text.cells.map((cell, at) => (at === first ? { ...cell, content: title } : cell));
  return { ...text, cells };
}

/** A text that a caller sends as `content`. */
export function readNotebook(content: string): NotebookText | Refusal {
  const text = fromSrcMd(content);
  if (!isRefusal(text)) return text;
  const why = text.reason as CellReason | undefined;
  const isHead = why?.kind === 'src_md_malformed' && why.line === 1;
  const reason = { kind: 'notebook_text_refused', isHead } as const;
  return refuseFor(reason, text.code, text.message, { field: 'content' });
}

export interface Created {
  readonly draft: EventDraft;
  readonly id: string;
  readonly title: string;
  readonly cells: readonly Cell[];
}

/** The cells were checked when they were read, or are our own. */
export function createNotebook(
  { language, tsconfig, cells: texts }: NotebookText,
  newId: () => string,
): Created {
  const id = newId();
  const title = titleIn(texts);
  const cells = texts.map((text): Cell => ({ ...text, id: newId() }));
  const head = { id, title, language, ...(tsconfig === undefined ? {} : { tsconfig }) };
  const payload = { ...head, cells };
  const draft = { type: 'notebook_created', entity: notebookEntity(id), payload } as const;
  return { draft, id, title, cells };
}
