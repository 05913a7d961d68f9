/** The reasons why cells and their text form are refused, as data; operations advise on each. */

import { refuserFor } from '../../kernel/refusal.ts';

export type CellReason =
  /** `nearest`: the most similar name that would be accepted. */
  | { readonly kind: 'file_name_refused'; readonly nearest: string }
  | { readonly kind: 'file_name_taken'; readonly nearest: string }
  /** A cell lacks what its type needs, or has what its type does not have. */
  | { readonly kind: 'cell_incomplete' }
  | { readonly kind: 'title_refused' }
  | { readonly kind: 'cell_too_long' }
  | { readonly kind: 'too_many_cells' }
  | { readonly kind: 'package_json_malformed' }
  | { readonly kind: 'package_json_exists' }
  | { readonly kind: 'src_md_malformed'; readonly line: number };

export const refuseFor = refuserFor<CellReason>();
