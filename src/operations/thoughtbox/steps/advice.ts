/** What to do about each refusal of the thought ledger. */

import { GATEWAY, type StageStep } from '../../../domain/thoughts/gateway-state.ts';
import type { ThoughtReason } from '../../../domain/thoughts/reasons.ts';
import { type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const THOUGHT_ADVICE: AdviceTable<ThoughtReason> = {
  number_taken: (reason) => ({
    recovery: 'Leave thoughtNumber out; revisesThought changes an earlier thought.',
    suggestions: [corrected(reason)],
  }),
  fork_differs: (reason) => ({
    recovery: 'Leave it out, or choose another branchId.',
    suggestions: [corrected(reason)],
  }),
  thought_incomplete: (reason) => ({ suggestions: [corrected(reason)] }),
  meant_elsewhere: (reason) => ({
    recovery: 'Another session has it: name that session, or load it.',
    suggestions: [corrected(reason)],
  }),
  numbers_used_up: ({ session }) => ({
    recovery: 'Give a number that is free, or begin a new session.',
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'session', subOperation: 'get', sessionId: session, last: 5 },
        'See the last numbers',
      ),
    ],
  }),
  thought_unknown: ({ session }) => ({
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'session', subOperation: 'get', sessionId: session },
        'See its thoughts',
      ),
    ],
  }),
  nothing_before: () => ({
    recovery: 'Name the session that has the thought.',
    suggestions: [suggestCall(GATEWAY, { operation: 'get_state' }, 'See the sessions')],
  }),
  stage_not_reached: ({ steps, session, words }) => ({
    suggestions: [
      ...steps.map((step) => stageCall(step, session)),
      ...(words ? [suggestCall(GATEWAY, repeatable(words), 'Then the same call')] : []),
    ],
  }),
};

type Correctable = Extract<ThoughtReason, { readonly kind: 'thought_incomplete' }>;

/** The same thought, with the fields that must differ. */
function corrected({
  request,
  correction,
}: Pick<Correctable, 'request' | 'correction'>): Suggestion {
  const params = { ...sameCall({ ...request }, correction), operation: 'thought' };
  return suggestCall(GATEWAY, params, 'Record it like this');
}

/** A refused call is repeated word for word up to this size; most thoughts are shorter. */
const MAX_SAME_BYTES = 4_000;

function repeatable(words: JsonObject): JsonObject {
  return jsonBytes(words) <= MAX_SAME_BYTES ? words : sameCall(words);
}

function stageCall(operation: StageStep, session: string | undefined): Suggestion {
  switch (operation) {
    case 'start_new':
      return suggestCall(GATEWAY, { operation }, 'Begin a session');
    case 'load_context':
      return suggestCall(GATEWAY, { operation, sessionId: session }, 'Go on with it');
    case 'cipher':
      return suggestCall(GATEWAY, { operation }, 'Load the notation');
  }
}
