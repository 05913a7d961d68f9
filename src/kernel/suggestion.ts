/** A suggestion: a next call that the reader can send exactly as it is. */

import type { JsonObject } from './json.ts';

export interface Suggestion {
  readonly action: 'call_tool';
  readonly target: string;
  readonly reason: string;
  readonly priority: 'high';
  readonly validated: true;
  readonly params: JsonObject;
}

export function suggestCall(target: string, params: JsonObject, reason: string): Suggestion {
  return Object.freeze({
    action: 'call_tool',
    target,
    reason,
    priority: 'high',
    validated: true,
    params: Object.freeze({ ...params }),
  });
}
