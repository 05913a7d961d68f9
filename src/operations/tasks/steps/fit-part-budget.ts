/** Fits one part of an answer into its own budget, such as `resume_max_chars`. */

import { clampBudget, fitBudget, type Trim } from '../../../kernel/budget.ts';
import { type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { redact } from '../../../kernel/redaction.ts';
import type { Warning } from '../../declaration/define-operation.ts';

export interface FittedPart<View> {
  readonly view: View;
  readonly warnings: readonly Warning[];
}

export function fitPartBudget<View extends JsonObject>(
  view: View,
  asked: number | undefined,
  trims: readonly Trim[],
  argument: string,
): FittedPart<View> {
  if (asked === undefined) return { view, warnings: [] };
  const { bytes } = clampBudget(asked);
  // Redacts before cutting: a cut could leave half a secret, which no pattern recognises.
  const fitted = fitBudget(redact(view), { bytes }, trims);
  const budget = {
    max_chars: bytes,
    used_chars: jsonBytes(fitted.view),
    truncated: fitted.truncated,
  };
  return {
    view: { ...fitted.view, budget } as unknown as View,
    warnings: [
      ...clampWarnings(asked, argument),
      ...(fitted.truncated ? [cut(bytes, argument)] : []),
    ],
  };
}

/** The warning that a part got more room than was asked for, since less is not possible. */
export function clampWarnings(asked: number | undefined, argument: string): readonly Warning[] {
  const { bytes, clamped } = clampBudget(asked ?? Number.MAX_SAFE_INTEGER);
  if (!clamped) return [];
  return [
    {
      code: 'BUDGET_MIN_CLAMPED',
      message: `${argument} was raised to ${bytes}`,
      recovery: `Raise ${argument}.`,
    },
  ];
}

function cut(bytes: number, argument: string): Warning {
  return {
    code: 'BUDGET_TRUNCATED',
    message: `part of the answer was cut to ${bytes} bytes`,
    recovery: `Raise ${argument}.`,
  };
}
