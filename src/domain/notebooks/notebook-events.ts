/** The events of notebooks. Their entity is `notebook:<id>`. */

import { joined } from '../../kernel/text.ts';
import { defineEvent, none, shape } from '../journal/define-event.ts';
import type { Cell, InstalledPackages, Language } from './notebook.ts';
import type { RunLimits, RunReason, RunRuntime } from './run.ts';

export const NOTEBOOK_EVENTS = {
  notebook_created: defineEvent({
    payload: shape<{
      readonly id: string;
      readonly title: string;
      readonly language: Language;
      readonly tsconfig?: string;
      readonly cells: readonly Cell[];
    }>(),
    words: ({ payload: { title } }) => ['created a notebook', title],
    text: none,
    opensAs: 'event',
  }),
  notebook_deleted: defineEvent({
    payload: shape<{ readonly id: string }>(),
    words: () => 'deleted a notebook',
    text: none,
    opensAs: 'event',
  }),
  notebook_cell_added: defineEvent({
    payload: shape<{ readonly cell: Cell; readonly position: number }>(),
    words: ({ payload: { cell } }) => [`added ${nameOf(cell)}`, cell?.content],
    text: none,
    opensAs: 'event',
  }),
  /**
   * The whole cell as it is from now on; its type does not change. `title`: the new title of the
   * notebook, if the cell is the one that names it.
   */
  notebook_cell_updated: defineEvent({
    payload: shape<{ readonly cell: Cell; readonly title?: string }>(),
    words: ({ payload: { cell } }) => [`changed ${nameOf(cell)}`, cell?.content],
    text: none,
    opensAs: 'event',
  }),
  notebook_cell_moved: defineEvent({
    payload: shape<{ readonly cell: string; readonly position: number }>(),
    words: () => 'moved a cell',
    text: none,
    opensAs: 'event',
  }),
  notebook_cell_removed: defineEvent({
    payload: shape<{ readonly cell: string }>(),
    words: () => 'removed a cell',
    text: none,
    opensAs: 'event',
  }),
  /** Of a code cell, or of `package.json`, which installs the packages that it names. */
  notebook_run_started: defineEvent({
    payload: shape<{
      readonly run: string;
      readonly cell: string;
      /** Of everything that the run gets: the cells, in which order and under which names. */
      readonly source: string;
      readonly runtime: RunRuntime;
      readonly limits: RunLimits;
      /** Until when the run counts as running if no end is entered. */
      readonly leaseMs: number;
      /** The key of the packages that the run can import. */
      readonly packages?: string;
    }>(),
    words: () => 'ran a cell',
    text: none,
    opensAs: 'event',
  }),
  notebook_run_ended: defineEvent({
    payload: shape<{
      readonly run: string;
      readonly cell: string;
      readonly reason: RunReason;
      readonly exit?: number;
      readonly signal?: string;
      /** Why it failed, in a sentence; absent if it ended well. */
      readonly message?: string;
      readonly stdout: string;
      readonly stderr: string;
      /** How many bytes of each were left out in the middle, because too much was printed. */
      readonly leftOut?: { readonly stdout: number; readonly stderr: number };
      readonly ms: number;
      readonly cpuMs?: number;
      readonly peakBytes?: number;
      /** Of an installation that succeeded. */
      readonly installed?: InstalledPackages;
    }>(),
    words: ({ payload: { reason = '', message } }) => [
      reason === 'ok' ? 'a run ended well' : `a run ended: ${reason}`,
      message,
    ],
    text: ({ message, stdout, stderr }) => {
      const text = joined([message, stdout, stderr]);
      return text === '' ? undefined : { kind: 'output', text };
    },
    opensAs: 'event',
  }),
};

function nameOf(cell: Cell | undefined): string {
  return cell?.filename ? `a cell ${cell.filename}` : 'a cell';
}

export type NotebookEventType = keyof typeof NOTEBOOK_EVENTS;
