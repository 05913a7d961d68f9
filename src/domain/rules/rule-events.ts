/** The events of standing rules. */

import type { EventVersions } from '../../kernel/upcast.ts';

export interface RulePayloads {
  /** With `replaces` it takes the place of a rule that held until then. */
  rule_set: {
    readonly text: string;
    readonly source: string;
    readonly about: string;
    readonly replaces?: string;
  };
  rule_retired: { readonly text: string };
}

/** Every event type with the upcasters of its earlier versions. */
export const RULE_EVENTS: EventVersions<keyof RulePayloads> = {
  rule_set: [],
  rule_retired: [],
};
