/**
 * How a noun declares an event type: the payload and its versions, the words for people, the text
 * that recall finds, and what the id of an event opens.
 */

import type { Json, JsonObject } from '../../kernel/json.ts';

export interface DeclaredEvent<Payload, Way extends OpensAs = OpensAs> {
  /** Has a type and no value: `shape<{ … }>()`. */
  readonly payload: Payload;
  /** One for each earlier version, oldest first. A type in version 1 has none. */
  readonly upcasters?: readonly Upcast[];
  words(told: Told<Payload>): Words;
  /** `none` if recall finds no text of the event itself. */
  text(payload: Payload): EventText | undefined;
  readonly opensAs: Way;
}

export function defineEvent<Payload, Way extends OpensAs>(
  event: DeclaredEvent<Payload, Way>,
): DeclaredEvent<Payload, Way> {
  return event;
}

export function shape<Payload>(): Payload {
  return undefined as Payload;
}

/**
 * Turns the payload of one version into that of the next. Pure, since a journal is read many times.
 */
export type Upcast = (payload: JsonObject) => JsonObject;

/** An event as its words need it. */
export interface Told<Payload> {
  readonly entity: string;
  /** The entity without its prefix: `a` of `tag:a`. */
  readonly id: string;
  /** Empty if the payload is too long to be read for one line. */
  readonly payload: Partial<Payload>;
}

/** What follows the name of the agent, and what the agent wrote, if that is a text. */
export type Words = string | readonly [words: string, wrote: Json | undefined];

/** A text that never changes: the journal has it, and the index only its words. */
export interface EventText {
  readonly kind: 'note' | 'trace' | 'thought' | 'evidence' | 'output';
  readonly title?: string | undefined;
  readonly text: string;
}

/** For events without a text of their own. */
export function none(): undefined {
  return undefined;
}

/** What the id of an event opens: what the event is about, or the event itself. */
export type OpensAs =
  | 'note'
  | 'card'
  | 'rule'
  | 'conflict'
  | 'session'
  | 'thought'
  | 'task'
  | 'work'
  | 'event';
