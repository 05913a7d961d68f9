/** The events of standing rules. */

import { defineEvent, none, shape } from '../journal/define-event.ts';

export const RULE_EVENTS = {
  /** With `replaces` it takes the place of a rule that held until then. */
  rule_set: defineEvent({
    payload: shape<{
      readonly text: string;
      readonly source: string;
      readonly about: string;
      readonly replaces?: string;
    }>(),
    words: ({ entity, payload: { text, about, replaces } }) => {
      const set = replaces ? `replaced ${replaces} by ${entity}` : `set the rule ${entity}`;
      return [`${set}${about ? ` about ${about}` : ''}`, text];
    },
    text: none,
    opensAs: 'rule',
  }),
  rule_retired: defineEvent({
    payload: shape<{ readonly text: string }>(),
    words: ({ entity, payload }) => [`retired ${entity}`, payload.text],
    text: none,
    opensAs: 'rule',
  }),
};
