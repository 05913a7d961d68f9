/** The answer of a call, and what it may ask of the client. */

import type { GatewayState } from '../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../kernel/budget.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Suggestion } from '../../kernel/suggestion.ts';
import type { Job } from './job.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly recovery: string;
}

/** A type, not an interface, because it is stored as JSON. */
export type Failure = {
  readonly code: RefusalCode;
  readonly message: string;
  readonly recovery: string;
};

/** The answer of a call, before redaction, budget and rendering. */
export interface Answer<View extends JsonObject = JsonObject> {
  readonly view: View;
  readonly warnings: readonly Warning[];
  readonly suggestions: readonly Suggestion[];
  /** Why the call stopped half way: what it did stays done, and the answer says that it failed. */
  readonly failure?: Failure;
  /** Trims of this answer alone; they are applied after those of its tool. */
  readonly trims?: readonly Trim[];
  /** The new state of the caller's connection. */
  readonly connection?: GatewayState;
  /** What the caller works on from now on: a target or a node of the work graph. */
  readonly worksOn?: string;
  /** What the client is asked for. If it cannot be asked, this answer is sent. */
  readonly ask?: Ask;
  /** What remains to be done after the commit. Its ending gives the answer that is sent. */
  readonly job?: Job;
  /** Renders the lines of a portal; called only when they are printed. */
  readonly portal?: () => Portal;
}

/** A request to the client. Its reply is given to a second run of the call as `reply`. */
export type Ask =
  | { readonly kind: 'roots' }
  /** A question to the person at the client. */
  | { readonly kind: 'elicitation'; readonly message: string; readonly state: string }
  | {
      readonly kind: 'sampling';
      readonly prompt: SamplingPrompt;
      /** Returned with the reply. The client could have changed it, so it is not trusted. */
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

/** The reply of the client to an `ask`. */
export type ClientReply =
  | { readonly kind: 'roots'; readonly roots: readonly ClientRoot[] }
  | {
      readonly kind: 'sampling';
      readonly text: string;
      readonly model: string;
      readonly state: string;
    }
  /** Undefined if the person declined or closed the question. */
  | { readonly kind: 'elicitation'; readonly text: string | undefined; readonly state: string }
  | { readonly kind: 'failed'; readonly message: string; readonly state: string };

export interface ClientRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

export function answer<View extends JsonObject>(
  view: View,
  extras: Partial<Pick<Answer, 'warnings' | 'suggestions' | 'trims' | 'failure'>> = {},
): Answer<View> {
  return { view, warnings: [], suggestions: [], ...extras };
}

/** The answer of a portal: lines of state, then at most two commands that run as they are. */
export interface Portal {
  /** The first line says what it is about. A line without a rank matters less than those above. */
  readonly state: readonly (string | StateLine)[];
  readonly commands?: readonly Suggestion[];
  /** The arguments that read on, such as `notes_cursor=12`. */
  readonly more?: string | undefined;
  /** The call that reads on, given how many lines of each section are shown. */
  readonly onward?: (shown: ReadonlyMap<string, number>) => Suggestion | undefined;
  /** How long it may be, in bytes, if the caller sets no budget. */
  readonly room?: number;
}

/** What a portal may know besides its view when it prints. */
export interface Printing {
  readonly nowMs: number;
  /** The budget of the caller, in bytes. */
  readonly maxChars: number | undefined;
}

/** A line that may be left out if there is no room. */
export interface StateLine {
  readonly text: string;
  /** The lower, the later it is left out. */
  readonly rank: number;
  /** Lines of a section are left out from its end. */
  readonly section?: string;
  /** In bytes: it may be cut to this length if that makes room for other lines. */
  readonly least?: number;
  /** In bytes: it is cut to this length even if there is room. */
  readonly most?: number;
  /** If it was cut, reading on begins with it. */
  readonly isReadAgain?: true;
  /** It is cut to its least length only if no line fits otherwise, and then shown alone. */
  readonly isCutLast?: true;
}
