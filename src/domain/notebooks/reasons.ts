/**
 * The reasons why notebooks refuse; operations/thoughtbox/steps/notebook-advice.ts advises on each.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { refuserFor } from '../../kernel/refusal.ts';

export type NotebookReason =
  /**
   * The request, and the fields to change so that it is accepted: undefined leaves one out. No
   * `correction` if no change of the request helps.
   */
  | {
      readonly kind: 'cell_not_accepted';
      readonly notebook: string;
      readonly does: 'add_cell' | 'update_cell' | 'move_cell';
      readonly request: object;
      readonly correction: JsonObject | undefined;
    }
  | { readonly kind: 'cell_unknown'; readonly notebook: string }
  | { readonly kind: 'notebook_full'; readonly notebook: string }
  /** `isHead`: it is the first line that cannot be read. */
  | { readonly kind: 'notebook_text_refused'; readonly isHead: boolean }
  /** Changed since the caller read it, running, or not running. */
  | { readonly kind: 'cell_changed'; readonly notebook: string; readonly cell: string }
  | { readonly kind: 'cell_running'; readonly notebook: string; readonly cell: string }
  | { readonly kind: 'cell_proves_nothing'; readonly notebook: string; readonly cell: string }
  | { readonly kind: 'cell_is_prose'; readonly notebook: string; readonly cell: string }
  | { readonly kind: 'cell_lists_packages'; readonly notebook: string; readonly cell: string }
  | { readonly kind: 'cell_not_running'; readonly notebook: string; readonly cell: string };

export const refuseFor = refuserFor<NotebookReason>();
