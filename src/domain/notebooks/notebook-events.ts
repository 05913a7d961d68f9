/** The events of notebooks. Their entity is `notebook:<id>`. */

import { versionsOf } from '../../kernel/upcast.ts';
import type { Cell, InstalledPackages, Language } from './notebook.ts';
import type { RunLimits, RunReason, RunRuntime } from './run.ts';

export interface NotebookPayloads {
  notebook_created: {
    readonly id: string;
    readonly title: string;
    readonly language: Language;
    readonly tsconfig?: string;
    readonly cells: readonly Cell[];
  };
  notebook_deleted: { readonly id: string };
  notebook_cell_added: { readonly cell: Cell; readonly position: number };
  /**
   * The whole cell as it is from now on; its type does not change. `title`: the new title of the
   * notebook, if the cell is the one that names it.
   */
  notebook_cell_updated: { readonly cell: Cell; readonly title?: string };
  notebook_cell_moved: { readonly cell: string; readonly position: number };
  notebook_cell_removed: { readonly cell: string };
  /** Of a code cell, or of `package.json`, which installs the packages that it names. */
  notebook_run_started: {
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
  };
  notebook_run_ended: {
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
  };
}

export type NotebookEventType = keyof NotebookPayloads;

export const NOTEBOOK_EVENTS = versionsOf<NotebookEventType>(
  [
    'notebook_created',
    'notebook_deleted',
    'notebook_cell_added',
    'notebook_cell_updated',
    'notebook_cell_moved',
    'notebook_cell_removed',
    'notebook_run_started',
    'notebook_run_ended',
  ],
  [],
);
