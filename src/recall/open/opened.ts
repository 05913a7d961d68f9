/** What opening an id gives, and what each kind of thing must know to be opened. */

import { lineExcerpt } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { BaseCall } from '../../operations/declaration/define-operation.ts';
import type { Reading } from '../../store/port.ts';
import { seqOf } from '../terms/postings.ts';

export interface OpenContext extends BaseCall {
  readonly tx: Reading;
  readonly present: ReadonlySet<string> | undefined;
  /** Only what is on this branch, where things are on branches. */
  readonly branch?: string | undefined;
}

/** A type, not an interface: it goes into views. */
export type Near = {
  readonly id: string;
  /** What it is to the thing that was opened. */
  readonly as: string;
  readonly text: string;
};

export interface Opened {
  /** Opens it again, whatever else has the same name within its kind. */
  readonly id: string;
  readonly kind: string;
  /** One line that tells it from others. */
  readonly title: string;
  /** The id or name of what it belongs to. */
  readonly in?: string | undefined;
  readonly atMs?: number | undefined;
  readonly by?: string | undefined;
  /** Present if it is superseded, done or gone. */
  readonly state?: string | undefined;
  /** As the tool that owns it shows it. */
  readonly content: JsonObject;
  readonly near: readonly Near[];
  /** The next useful call. */
  readonly next: Suggestion;
}

/** A row of the table of openers. */
export interface Opener {
  /** With one of these and a colon before it, an id means nothing else. */
  readonly prefixes: readonly [string, ...string[]];
  /** Whether an id has the form of this kind. */
  claims(id: string): boolean;
  /** Everything of this kind that has the id; more than one only if the id is ambiguous. */
  open(context: OpenContext, id: string): Promise<readonly Opened[]>;
  /** What the index of recall calls everything that has the id; without it, nothing is found. */
  texts?(tx: Reading, id: string): Promise<readonly TextKey[]>;
}

/** The name of a text that changes, or the number of one that never does. */
export type TextKey = string | number;

/** The id as it is, and without the prefix that says its kind. */
export function formsOf({ prefixes, claims }: Opener, id: string): readonly string[] {
  const prefix = prefixes.find((each) => id.startsWith(`${each}:`));
  const bare = prefix === undefined ? [] : [id.slice(prefix.length + 1)];
  return [id, ...bare].filter((form) => form !== '' && claims(form));
}

/** Ids may be written with the workspace that they are of. */
export function withoutWorkspace(workspace: string, id: string): string {
  return id.startsWith(`${workspace}:`) ? id.slice(workspace.length + 1) : id;
}

const LINE_BYTES = 160;

/** How many neighbours of one sort are named. */
export const MAX_NEAR = 10;

/** How many things of one name are offered. */
export const MAX_CHOICES = 20;

export function near(as: string, id: string, text: string): Near {
  return { id, as, text: lineExcerpt(text, LINE_BYTES) };
}

export function recallCall(id: string, reason: string): Suggestion {
  return suggestCall('recall', { id }, reason);
}

export function openedView(opened: Opened): JsonObject {
  const { id, kind, atMs, by, state, content, near: around } = opened;
  return {
    id,
    kind,
    ...(opened.in === undefined ? {} : { in: opened.in }),
    ...(atMs === undefined ? {} : { at: timestamp(atMs) }),
    ...(by === undefined ? {} : { by }),
    ...(state === undefined ? {} : { state }),
    content,
    ...(around.length === 0 ? {} : { near: around }),
  };
}

/** The agent that entered an event. */
export async function writerOf(tx: Reading, seq: number): Promise<string | undefined> {
  return (await tx.journal.at(seq))?.agent;
}

/** The titles of what the index of recall has under these names, also if it was deleted. */
export async function titlesOf(
  tx: Reading,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const docs = names.length === 0 ? [] : await tx.recall.named(names);
  return new Map(docs.map(({ name = '', title }) => [name, title ?? name]));
}

/** When and by whom the words of what has this name were last written, as a hit says it. */
export async function lastWritten(tx: Reading, name: string): Promise<Pick<Opened, 'atMs' | 'by'>> {
  const [doc] = await tx.recall.named([name]);
  return doc ? { atMs: doc.atMs, by: await writerOf(tx, seqOf(doc.number)) } : {};
}

/** A transaction has one connection, which answers one question after the other. */
export async function oneByOne<Each, Result>(
  all: readonly Each[],
  read: (each: Each) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const each of all) results.push(await read(each));
  return results;
}
