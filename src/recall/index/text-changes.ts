/**
 * Collects how the texts that recall finds change with the events of one append, or of one page of
 * a rebuild. They are written together at the end, in the order of their numbers: so the rows of
 * the index are the same however the journal was divided, and an append costs few statements.
 */

import { numberAt } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import type { RecallState, RecallText } from '../terms/recall-text.ts';

type Moment = { readonly seq: number; readonly tsMs: number };

export interface PutText {
  readonly number: number;
  readonly atMs: number;
  readonly text: RecallText;
}

export interface Mark {
  /** Undefined: what it says holds, and nothing is to be told. */
  readonly state: RecallState | undefined;
  /**
   * The text that holds instead, if there is one: its name, since its number changes with its
   * words, or else its number.
   */
  readonly successor?: string | undefined;
}

export type TextChange =
  | { readonly put: PutText; readonly keepsMark?: boolean }
  | { readonly mark: Mark; readonly name: string }
  | { readonly mark: Mark; readonly kind: RecallKind; readonly number: number }
  | { readonly drop: string }
  | { readonly dropGroups: string };

export class TextChanges {
  readonly list: TextChange[] = [];

  /** `place`: a number of its own among all texts of the event. */
  put({ seq, tsMs }: Moment, place: number, text: RecallText): void {
    this.list.push({ put: { number: numberAt(seq, place), atMs: tsMs, text } });
  }

  /** The same without the state of the text: whatever mark it had stays. */
  reword({ seq, tsMs }: Moment, place: number, { state: _told, ...text }: RecallText): void {
    const put = { number: numberAt(seq, place), atMs: tsMs, text };
    this.list.push({ put, keepsMark: true });
  }

  /** Of a text that has a name. */
  mark(name: string, mark: Mark): void {
    this.list.push({ mark, name });
  }

  /** Of the text that the event with this seq carries. */
  markEvent(kind: RecallKind, seq: number, mark: Mark): void {
    this.list.push({ mark, kind, number: numberAt(seq) });
  }

  drop(name: string): void {
    this.list.push({ drop: name });
  }

  /** Everything whose group begins with this. */
  dropGroups(prefix: string): void {
    this.list.push({ dropGroups: prefix });
  }
}
