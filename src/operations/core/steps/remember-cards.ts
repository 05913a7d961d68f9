/** Stores decisions, facts and questions as cards, and closes questions that were answered. */

import type { Branch } from '../../../domain/branches/branch.ts';
import { askedBy, LONGEST_TITLE } from '../../../domain/cards/answer.ts';
import { documentNames } from '../../../domain/documents/document.ts';
import { EVERYWHERE } from '../../../domain/rules/rule.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { OpenCard, Reading, Writing } from '../../../store/port.ts';
import { checkedOut } from '../../steps/branch-ref.ts';
import { canonicalBranch } from '../../tasks/steps/commit-moves.ts';
import { changedCards, namedCards } from '../../think/steps/change-cards.ts';
import { recordCard } from '../../think/steps/record-card.ts';
import type { ThinkPlace } from '../../think/steps/think-place.ts';
import type { Subject } from './find-subject.ts';
import { cardsSaying, type SaidBefore } from './said-before.ts';

/** A fact is a note among cards: it asks nothing and decides nothing. */
const CARD_TYPE = { decision: 'decision', fact: 'note', question: 'question' } as const;

/** The tag of a fact. */
export const FACT = 'fact';

export type CardKind = keyof typeof CARD_TYPE;

export interface CardDraft {
  readonly kind: CardKind;
  /** The question that the text answers. */
  readonly asked?: string;
  readonly text: string;
  readonly source: string | undefined;
  /** Whom a question is for. */
  readonly to: string | undefined;
  readonly subject: Subject | undefined;
  /** What it is about within its place, if that is known already. */
  readonly part?: string | undefined;
}

/** A short line is a title, which every list shows whole. */
function words({ text, asked }: CardDraft): JsonObject {
  if (asked !== undefined) return { title: asked, text };
  const isLine = text.length <= LONGEST_TITLE && !/[\r\n]/.test(text);
  return isLine ? { title: text } : { text };
}

/** Where cards about this are: in the documents of its target, else in those of the checkout. */
export async function placeFor(tx: Reading, subject: Subject | undefined): Promise<ThinkPlace> {
  const target = subject?.target;
  const branch = target === undefined ? await checkedOut(tx) : await canonicalBranch(tx, target);
  return { branch, ...documentNames(target ?? branch.target), target };
}

/** The documents that go with a graph. */
export function placeOfGraph(branch: Branch, graph: string): ThinkPlace {
  const target = graph.endsWith('-graph') ? graph.slice(0, -'-graph'.length) : undefined;
  return { branch, ...documentNames(target), graph, target };
}

/** The part of its target, or whatever else without one, that a card is about. */
function partOf(subject: Subject | undefined): string | undefined {
  if (subject === undefined || subject.id === EVERYWHERE) return undefined;
  return subject.id === subject.target ? undefined : subject.id;
}

/** What says the same as the draft, or nearly. */
export async function saidBefore(
  tx: Reading,
  place: ThinkPlace,
  { kind, text, to, subject }: CardDraft,
): Promise<SaidBefore> {
  return cardsSaying(tx, place, { type: CARD_TYPE[kind], text, to, about: partOf(subject) });
}

export async function rememberCard(
  tx: Writing,
  place: ThinkPlace,
  draft: CardDraft,
  supports: readonly string[] = [],
): Promise<string | Refusal> {
  const { kind, source, to, subject } = draft;
  const about = draft.part ?? partOf(subject);
  const meta = {
    ...(about === undefined ? {} : { about }),
    ...(source === undefined ? {} : { source }),
    ...(to === undefined ? {} : { to }),
  };
  const card = {
    type: CARD_TYPE[kind],
    ...words(draft),
    ...(kind === 'fact' ? { tags: [FACT] } : {}),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
  const recorded = await recordCard(tx, place, card, { supports }, { field: 'text' });
  return isRefusal(recorded) ? recorded : recorded.card_id;
}

/** An open question of the workspace, wherever it was asked. */
export async function findQuestion(tx: Reading, id: string): Promise<OpenCard | Refusal> {
  const [found] = await tx.graph.openCards({ type: 'question', id: id.trim(), limit: 1 });
  if (found) return found;
  return refuse('UNKNOWN_ID', `answers: no open question ${JSON.stringify(id)}`, {
    recovery: 'It was answered before, or never asked.',
    suggestions: [suggestCall('status', { more: 'questions' }, 'See the open questions')],
  });
}

/** Records the answer beside the question, links it, and closes the question. */
export async function answerQuestion(
  tx: Writing,
  question: OpenCard,
  given: Omit<CardDraft, 'subject' | 'to' | 'asked'>,
): Promise<string | Refusal> {
  const branch = await tx.branches.byId(question.branch);
  if (!branch) throw new Error(`the branch of ${question.state.id} is missing`);
  const place = placeOfGraph(branch, question.doc);
  const { id } = question.state;
  const asked = askedBy(question.state);
  const draft = { ...given, asked, subject: undefined, to: undefined };
  const answered = await rememberCard(tx, place, draft, [id]);
  if (isRefusal(answered)) return answered;
  const cards = await namedCards(tx, place, [id], 'answers');
  if (isRefusal(cards)) return cards;
  await tx.append(changedCards(place, cards, (state) => ({ ...state, status: 'answered' })));
  return answered;
}
