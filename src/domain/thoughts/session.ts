/** A session: a main chain of thoughts with its branches, under one title. */

import type { EventDraft } from '../journal/event.ts';
import { provisionalTitle } from './session-title.ts';

export const DEFAULT_PROJECT = '_default';

export const MAX_TITLE = 200;

export interface Session {
  /** The seq of the event that created it, by which the journal refers to it. */
  readonly seq: number;
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly isComplete: boolean;
  /** The branch of the reasoning graph that has its steps; none before the first step. */
  readonly graphBranch: number | undefined;
  readonly thoughtCount: number;
  readonly branchCount: number;
  readonly revisionCount: number;
  /** How many of the thoughts are on branches. */
  readonly branchThoughts: number;
  readonly critiqueCount: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly accessedMs: number;
  /** The times of its first and last thought. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
}

/** A chain of a session: the main one, named '', or a branch. */
export interface Chain {
  readonly name: string;
  readonly count: number;
  /** The numbers of the first and the last thought to arrive, and the highest number. */
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  readonly total: number;
  /** The thought of the main chain at which a branch begins. */
  readonly origin: number | undefined;
  readonly isComplete: boolean;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export const MAIN = '';

export function sessionEntity(seq: number): string {
  return `session:${seq}`;
}

export function sessionSeqOf(entity: string): number {
  const seq = Number(/^session:([0-9]+)$/.exec(entity)?.[1]);
  if (!Number.isSafeInteger(seq)) throw new Error(`${entity} is not a session`);
  return seq;
}

/** UUID version 7: the time first, so that ids sort by time; the rest is random. */
export function sessionIdAt(nowMs: number, randomUuid: string): string {
  const time = nowMs.toString(16).padStart(12, '0').slice(-12);
  const chance = randomUuid.replaceAll('-', '');
  const tail = `7${chance.slice(13, 16)}-${chance.slice(16, 20)}-${chance.slice(20, 32)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`;
}

export interface NewSession {
  readonly id: string;
  readonly project: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
}

/** `head` is the journal's last seq; the session is identified by the next one. */
export function startSession(request: NewSession, head: number, nowMs: number): EventDraft {
  const { id, project, title, description, tags } = request;
  return {
    type: 'session_started',
    entity: sessionEntity(head + 1),
    payload: {
      id,
      project,
      title: title ?? provisionalTitle(nowMs),
      ...(description === undefined ? {} : { description }),
      tags: canonicalTags(tags),
    },
  };
}

/** Without repeats, in the order given. */
export function canonicalTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** The name of the branch of the reasoning graph that has the steps of the session's cipher. */
export function reasoningBranchName(id: string): string {
  return `session/${id}`;
}
