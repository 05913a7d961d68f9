/** Sessions, chains and thoughts from their rows, and the tags they are found by. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Chain, Session } from '../../../domain/thoughts/session.ts';
import type { Critique, Thought } from '../../../domain/thoughts/thought.ts';
import type { SessionRow, Tables } from '../tables.ts';

/** `|a|b|` in lower case; no tag contains a bar. */
export function taggedAs(tags: readonly string[]): string {
  return `|${tags.map((tag) => `${tag.toLowerCase()}|`).join('')}`;
}

export function sessionFrom(row: SessionRow): Session {
  return {
    seq: row.seq,
    id: row.id,
    project: row.project,
    title: row.title,
    description: row.description ?? undefined,
    tags: JSON.parse(row.tags) as string[],
    isComplete: row.complete === 1,
    graphBranch: row.graph_branch ?? undefined,
    thoughtCount: row.thoughts,
    branchCount: row.branches,
    revisionCount: row.revisions,
    branchThoughts: row.branch_thoughts,
    critiqueCount: row.critiques,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    accessedMs: row.accessed_ms,
    firstMs: row.first_ms ?? undefined,
    lastMs: row.last_ms ?? undefined,
  };
}

export function chainFrom(row: Tables['thought_chains']): Chain {
  return {
    name: row.chain,
    count: row.count,
    first: row.first,
    last: row.last,
    highest: row.highest,
    total: row.total,
    origin: row.origin ?? undefined,
    isComplete: row.complete === 1,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
  };
}

/** The place of a thought, with its events. */
export interface PlacedRow {
  readonly chain: string;
  readonly number: number;
  readonly previous: number | null;
  readonly following: number | null;
}

export function thoughtFrom(
  row: PlacedRow,
  event: JournalEvent<'thought_recorded'>,
  critique: JournalEvent<'critique_attached'> | undefined,
): Thought {
  const { payload } = event;
  return {
    seq: event.seq,
    chain: row.chain,
    number: row.number,
    text: payload.thought,
    total: payload.total,
    more: payload.more,
    atMs: payload.at ?? event.tsMs,
    previous: row.previous ?? undefined,
    following: row.following ?? undefined,
    revises: payload.revises,
    unsure: payload.unsure ?? false,
    cells: payload.cells ?? [],
    steps: payload.steps ?? [],
    critique: critique && critiqueFrom(critique),
  };
}

function critiqueFrom({ payload, tsMs }: JournalEvent<'critique_attached'>): Critique {
  return { text: payload.text, model: payload.model, atMs: payload.at ?? tsMs };
}
