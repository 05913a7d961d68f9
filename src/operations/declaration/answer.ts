/** What a call answers, and what it may ask of the client that made it. */

import type { GatewayState } from '../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../kernel/budget.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Suggestion } from '../../kernel/suggestion.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
}

/** What a call answers, before redaction, budget and rendering. */
export interface Answer<View extends JsonObject = JsonObject> {
  readonly view: View;
  readonly warnings: readonly Warning[];
  readonly suggestions: readonly Suggestion[];
  /** Cuts that only this answer knows how to make, after those of its tool. */
  readonly trims?: readonly Trim[];
  /** Where the caller's connection stands from now on. */
  readonly connection?: GatewayState;
  /** What the caller has in hand from now on: a plan, a task, a node of work. */
  readonly worksOn?: string;
  /** What the client is asked for; this answer stands where it cannot be. */
  readonly ask?: Ask;
  /** The lines of a portal, made where they are printed. */
  readonly portal?: () => Portal;
}

/** Something only the client has. What it says comes back as `reply` of a second run. */
export type Ask =
  | { readonly kind: 'roots' }
  | {
      readonly kind: 'sampling';
      readonly prompt: SamplingPrompt;
      /** Comes back with the reply; it has been in the client's hands by then. */
      readonly state: string;
    };

export interface SamplingPrompt {
  readonly systemPrompt: string;
  readonly message: string;
  readonly maxTokens: number;
  readonly modelHint: string;
  readonly intelligencePriority: number;
  readonly costPriority: number;
}

/** What the client said to an `ask`. */
export type ClientReply =
  | { readonly kind: 'roots'; readonly roots: readonly ClientRoot[] }
  | {
      readonly kind: 'sampling';
      readonly text: string;
      readonly model: string;
      readonly state: string;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly state: string };

export interface ClientRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

export function answer<View extends JsonObject>(
  view: View,
  extras: Partial<Pick<Answer, 'warnings' | 'suggestions' | 'trims'>> = {},
): Answer<View> {
  return { view, warnings: [], suggestions: [], ...extras };
}

/** A portal's answer: a line of state, then at most two commands, copied and run as they stand. */
export interface Portal {
  readonly state: readonly string[];
  readonly commands?: readonly Suggestion[];
  /** Where there is more to read, as arguments: `notes_cursor=12`. */
  readonly more?: string | undefined;
}
