/**
 * The declaration of a tool. Its schema, annotations, reference page and the tests of its examples
 * are all derived from this one object.
 */

import * as z from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import type { Answer, Portal, Printing } from './answer.ts';
import type { Facet } from './define-facet.ts';
import type {
  BaseCall,
  Faults,
  Fields,
  HomeToolset,
  Operation,
  Plain,
  Prepared,
  ShownCall,
  Supply,
} from './operation.ts';

export * from './answer.ts';
export type * from './job.ts';
export type * from './operation.ts';

/** The answer brings its lines, since they show more than a budget may leave of its view. */
export const BROUGHT = 'brought';

interface Declaration<
  Lead extends Fields,
  Own extends Fields,
  Tail extends Fields,
  Give extends object,
  View extends JsonObject,
> {
  readonly name: string;
  readonly title: string;
  /** What it does and returns, in one or two sentences; no orders to the reader. */
  readonly description: string;
  readonly toolset: HomeToolset;
  /** The facets of the tool, each with its arguments and refusals. */
  readonly does: Facet<Lead, Tail, Give>;
  /** Its own arguments. */
  readonly input: Own;
  /** Its own refusals. */
  readonly refusals?: readonly RefusalCode[];
  /** The first of its examples; `help` shows it. */
  readonly example: ShownCall;
  /** Renders the answer as lines instead of an envelope. */
  readonly portal?: ((view: View, printing: Printing) => Portal) | typeof BROUGHT;
  /** Answers with the plain JSON of the contract instead of an envelope. */
  readonly plain?: Plain;
  run(
    input: z.output<z.ZodObject<Lead & Own & Tail>>,
    call: BaseCall & Give,
  ): Promise<Answer<View> | Refusal>;
}

export function defineOperation<
  Lead extends Fields,
  const Own extends Fields,
  Tail extends Fields,
  Give extends object,
  View extends JsonObject,
>(declaration: Declaration<Lead, Own, Tail, Give, View>): Operation {
  const {
    does,
    input: own,
    refusals: ownRefusals = [],
    portal,
    plain = false,
    run,
    ...words
  } = declaration;
  const { effect = 'pure' } = does.traits;
  const fields = { ...does.lead, ...own, ...does.tail };
  const twice = Object.keys(own).filter((name) => name in does.lead || name in does.tail);
  if (twice.length > 0)
    throw new Error(`${words.name}: a facet already declares ${twice.join(', ')}`);
  const schema = z.strictObject(fields);
  const operation: Operation = Object.freeze({
    ...words,
    destructive: false,
    idempotent: effect !== 'write',
    workspace: effect === 'pure' ? 'none' : 'existing',
    trims: [],
    ...does.traits,
    effect,
    fields,
    schema,
    refusals: [...new Set<RefusalCode>(['INVALID_INPUT', ...does.refusals, ...ownRefusals])].sort(),
    ownRefusals,
    isPortal: portal !== undefined,
    plain,
    prepare(args: object): Prepared | Faults {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return { issues: parsed.error.issues };
      const input = parsed.data;
      return {
        operation,
        input,
        isReadOnly: effect !== 'write' || (does.traits.isReadOnly?.(input) ?? false),
        async run(call: BaseCall, from: Supply) {
          const given = await does.give(from);
          if (isRefusal(given)) return given;
          const outcome = await run(input, { ...call, ...given });
          if (isRefusal(outcome) || !portal || portal === BROUGHT) return outcome;
          const maxChars = (input as { readonly max_chars?: number }).max_chars;
          const printing = { nowMs: call.nowMs, maxChars };
          return { ...outcome, portal: () => portal(outcome.view, printing) };
        },
      };
    },
  });
  return operation;
}
