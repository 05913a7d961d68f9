/** A suggestion: a call that the reader can make exactly as it stands. */

import type { JsonObject } from './json.ts';

export type Priority = 'high' | 'medium' | 'low';

export interface ToolSuggestion {
  readonly action: 'call_tool';
  readonly target: string;
  readonly reason: string;
  readonly priority: Priority;
  readonly validated: true;
  readonly params: JsonObject;
}

export interface MethodSuggestion {
  readonly action: 'call_method';
  readonly method: string;
  readonly reason: string;
  readonly priority: Priority;
  readonly validated: true;
  readonly params: JsonObject;
}

export type Suggestion = ToolSuggestion | MethodSuggestion;

export function suggestCall(
  target: string,
  params: JsonObject,
  reason: string,
  priority: Priority = 'high',
): ToolSuggestion {
  return Object.freeze({
    action: 'call_tool',
    target,
    reason,
    priority,
    validated: true,
    params: Object.freeze({ ...params }),
  });
}
