/** A table of advice: for each reason of a noun, the recovery and the next calls. */

import { type Reason, type Refusal, type RefusalAdvice, refuse } from '../../kernel/refusal.ts';

export type AdviceTable<Why extends Reason> = {
  readonly [Kind in Why['kind']]: (reason: Extract<Why, { readonly kind: Kind }>) => RefusalAdvice;
};

/** The refusal with advice in place of its reason, so that it is advised only once. */
export function withAdvice({ code, message, details }: Refusal, advice: RefusalAdvice): Refusal {
  return refuse(code, message, { ...(details ? { details } : {}), ...advice });
}
