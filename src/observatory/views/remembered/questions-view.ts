/** The open questions of a workspace, wherever they were asked. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { OpenCard } from '../../../store/port.ts';
import { type CutText, cutText } from '../../cut-text.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { viewOfBranch } from '../memory/branch-of-view.ts';
import { cardAddress, parseCardAddress } from '../memory/card-address.ts';
import { renamesSubjects, type SubjectRow, subjectRow } from './subject.ts';

/** Its key names branch, document and card, as the address of a card on the page does. */
export interface QuestionRow extends ViewRow, CutText {
  readonly id: string;
  /** Whom it is for; absent if it is for whoever comes next. */
  readonly to?: string;
  /** Who wants to know, if that is not the agent that stored it. */
  readonly source?: string;
  readonly about?: SubjectRow;
  /** The agent that stored it. */
  readonly by?: string;
  readonly askedMs: number;
  /** The event that asked it, by which questions are ordered: it never changes. */
  readonly begun: number;
  /** The last event of it. */
  readonly seq: number;
}

/** A question is shown as it was asked, if a person can be expected to read it. */
const MAX_BYTES = 2_000;

const GRAPH_OF_TARGET = /^((?:PLAN|TASK)-[0-9]+)-graph$/;

function textIn(meta: JsonObject | undefined, name: string): string | undefined {
  const value = meta?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function begunIn({ tx }: Look, cards: readonly OpenCard[]) {
  const byPlace = new Map<string, OpenCard[]>();
  for (const card of cards) {
    const place = `${card.branch}:${card.doc}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), card]);
  }
  const begun = new Map<OpenCard, number>();
  for (const some of byPlace.values()) {
    const [{ branch, doc }] = some as [OpenCard];
    const ids = some.map(({ state }) => state.id);
    const found = await tx.graph.beginnings(await viewOfBranch(tx, branch), doc, ids);
    for (const card of some) begun.set(card, found.get(card.state.id) ?? card.seq);
  }
  return begun;
}

async function rowsFrom(look: Look, cards: readonly OpenCard[]): Promise<QuestionRow[]> {
  const begun = await begunIn(look, cards);
  const events = await look.tx.journal.these([...begun.values()]);
  const rows: QuestionRow[] = [];
  for (const card of cards) {
    const { branch, doc, seq, tsMs, state } = card;
    const { id, title, text, meta } = state;
    const first = begun.get(card) ?? seq;
    const asked = events.get(first);
    const target = GRAPH_OF_TARGET.exec(doc)?.[1];
    const [to, source] = [textIn(meta, 'to'), textIn(meta, 'source')];
    const about = textIn(meta, 'about') ?? target;
    rows.push({
      ...{ key: cardAddress(branch, doc, id), id },
      ...cutText([title, text].filter((each) => each !== undefined).join('\n'), MAX_BYTES),
      ...(to === undefined ? {} : { to: cutText(to).text }),
      ...(source === undefined ? {} : { source: cutText(source).text }),
      ...(about === undefined ? {} : { about: await subjectRow(look, about, target) }),
      ...(asked ? { by: asked.agent } : {}),
      ...{ askedMs: asked?.tsMs ?? tsMs, begun: first, seq },
    });
  }
  return rows;
}

/** A page ends between events: the next one begins before the last event of this one. */
function wholeEvents(cards: readonly OpenCard[]): readonly OpenCard[] {
  const last = cards.at(-1)?.seq;
  const whole = cards.filter(({ seq }) => seq !== last);
  return cards.length < MAX_PAGE || whole.length === 0 ? cards : whole;
}

export const QUESTIONS_VIEW = defineView({
  name: 'questions',
  args: z.object({}),
  async page(look, _args, cursor) {
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await look.tx.graph.openCards({ type: 'question', before, limit: MAX_PAGE });
    const cards = wholeEvents(found);
    const next = found.length < MAX_PAGE ? undefined : cards.at(-1)?.seq;
    return { rows: await rowsFrom(look, cards), next: next?.toString() };
  },
  async touched(look, _args, events) {
    if (renamesSubjects(events) || events.some(changesBranches)) return 'all';
    const keys: string[] = [];
    for (const event of events) keys.push(...(await writtenBy(look, event)));
    return keys;
  },
  async rows(look, _args, keys) {
    const wanted = new Set(keys);
    const cards: OpenCard[] = [];
    for (const id of new Set(keys.map((key) => parseCardAddress(key).id))) {
      const found = await look.tx.graph.openCards({ type: 'question', id, limit: MAX_PAGE });
      cards.push(...found.filter(({ branch, doc }) => wanted.has(cardAddress(branch, doc, id))));
    }
    return rowsFrom(look, cards);
  },
});

/** The nodes that an event wrote and that may be questions. */
async function writtenBy({ tx }: Look, event: JournalEvent): Promise<readonly string[]> {
  const { branch = 0, doc = '' } = event;
  if (event.type === 'graph_node_upserted')
    return [cardAddress(branch, doc, event.payload.node.id)];
  if (event.type === 'graph_node_deleted') return [cardAddress(branch, doc, event.payload.id)];
  if (event.type !== 'thought_recorded') return [];
  // The steps of a session are cards too, and count if its branch got another name.
  const found: OpenCard[] = [];
  for (const { node: id } of event.payload.steps ?? []) {
    found.push(...(await tx.graph.openCards({ type: 'question', id, limit: MAX_PAGE })));
  }
  return found.map(({ branch: at, doc: of, state }) => cardAddress(at, of, state.id));
}

/** The name of a branch decides whether it belongs to a session, whose questions stay there. */
function changesBranches({ type }: JournalEvent): boolean {
  return type === 'branch_deleted' || type === 'branch_renamed';
}
