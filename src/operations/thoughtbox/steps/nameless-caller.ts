/** What a client that sends no name is told: nothing can be kept between its calls. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';

export const NAMELESS_NOTE =
  'this client sends no name, so nothing is kept between its calls: send sessionId with each ' +
  'thought, or the header Waymark-Agent';

/** For an operation that does nothing but set what later calls go by. */
export function refuseToKeep(operation: string): Refusal {
  return refuse(
    'INVALID_OPERATION',
    `${operation}: this client sends no name, so its place cannot be kept between calls`,
    {
      recovery: 'Send the header Waymark-Agent, or project, task and aspect with start_new.',
      suggestions: [
        suggestCall(
          GATEWAY,
          { operation: 'start_new', task: fill('what is worked on') },
          'Start a session there',
        ),
      ],
    },
  );
}
