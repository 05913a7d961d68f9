/** Finds what says a text already, or nearly, and still holds. */

import type { NodeState } from '../../../domain/graph/graph-events.ts';
import type { NodeVersion } from '../../../domain/graph/version.ts';
import type { Rule } from '../../../domain/rules/rule.ts';
import { differsLittle, sameWords } from '../../../domain/rules/same-words.ts';
import { lineExcerpt } from '../../../kernel/excerpt.ts';
import { cardIdOf } from '../../../recall/query/describe.ts';
import { type SharedText, textsSharing } from '../../../recall/query/texts-sharing.ts';
import { isAlike } from '../../../recall/rank/alike.ts';
import { stateOfCard } from '../../../recall/terms/artifact-texts.ts';
import type { RecallKind } from '../../../recall/terms/recall-kinds.ts';
import { documentOfGroup, isSuperseded } from '../../../recall/terms/recall-text.ts';
import { shownWhole, withTitle } from '../../../recall/terms/shown-text.ts';
import { termsOf } from '../../../recall/terms/tokens.ts';
import type { Reading, RecallDoc } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import type { ThinkPlace } from '../../think/steps/think-place.ts';

/** Something that was said before. A type, not an interface, because it is part of a view. */
export type Said = {
  readonly id: string;
  readonly text: string;
  /** A question that has its answer. */
  readonly answered?: true;
  /** Where it is, if it was not said here. */
  readonly with?: string;
};

export interface SaidBefore {
  /** Says the same. */
  readonly same?: Said;
  /** Says nearly the same, so that only one of both may be meant. */
  readonly like?: Said;
  /** Says the same, about something else. */
  readonly elsewhere?: Said;
}

/** So many texts are compared. */
const MAX_READ = 40;
const EXCERPT_BYTES = 120;

export function briefly({ id, text }: { readonly id: string; readonly text: string }): Said {
  return { id, text: lineExcerpt(text, EXCERPT_BYTES) };
}

function isLike(one: string, other: string): boolean {
  return differsLittle(one, other) || isAlike(termsOf(one), termsOf(other));
}

async function textsLike(
  tx: Reading,
  text: string,
  kinds: readonly RecallKind[],
  allows: (doc: RecallDoc) => boolean,
) {
  const sharing = { kinds: new Set(kinds), most: MAX_READ, allows };
  return (await textsSharing(tx, termsOf(text).keys(), sharing)).texts;
}

/** The rules that hold and say the text, or nearly. */
export async function rulesLike(tx: Reading, text: string): Promise<readonly Rule[]> {
  const texts = await textsLike(tx, text, ['rule'], ({ state }) => !isSuperseded(state));
  const found = new Map((await tx.rules.saying([text])).map((rule) => [rule.id, rule]));
  for (const { id, text: other } of texts) {
    if (found.has(id) || !(sameWords(text, other) || isLike(text, other))) continue;
    const rule = await tx.rules.byId(id);
    if (rule?.holds) found.set(id, rule);
  }
  return [...found.values()];
}

export function ruleLike(text: string, rules: readonly Rule[]): Said | undefined {
  const rule = rules.find((each) => isLike(text, each.text));
  return rule && briefly(rule);
}

/** What a card must be to say the same. */
export interface CardSaying {
  readonly type: string;
  readonly text: string;
  /** What it is about within its place, and whom it is for. */
  readonly about: string | undefined;
  readonly to: string | undefined;
}

export async function cardsSaying(
  tx: Reading,
  place: ThinkPlace,
  wanted: CardSaying,
): Promise<SaidBefore> {
  const kind = wanted.type === 'question' ? 'question' : 'card';
  const texts = await textsLike(tx, wanted.text, [kind], ({ state }) => state !== 'deleted');
  const isHere = ({ doc: { group } }: SharedText) => documentOfGroup(group)?.doc === place.graph;
  const here = await cardsHere(tx, place, wanted, texts.filter(isHere));
  if (here.same) return here;
  const others = texts.filter((each) => !isHere(each) && sameWords(wanted.text, withTitle(each)));
  const elsewhere = await cardElsewhere(tx, place, wanted, others);
  return elsewhere ? { ...here, elsewhere } : here;
}

async function cardsHere(
  tx: Reading,
  place: ThinkPlace,
  wanted: CardSaying,
  texts: readonly SharedText[],
): Promise<SaidBefore> {
  const ids = [...new Set(texts.flatMap(({ doc }) => cardIdOf(doc) ?? []))];
  if (ids.length === 0) return {};
  const view = await viewOf(tx, place.branch);
  const nodes = (await tx.graph.byKey(view, place.graph, 'node', ids)) as readonly NodeVersion[];
  const states = new Map(nodes.flatMap(({ state }) => (state ? [[state.id, state]] : [])));
  const cards = ids.flatMap((id) => states.get(id) ?? []).filter((card) => fits(card, wanted));
  const same = cards.filter((card) => sameWords(wanted.text, textOf(card)));
  const open = same.find((card) => stateOfCard(card.status) === undefined);
  if (open) return { same: cardBriefly(open) };
  const [answered] = same.filter((card) => stateOfCard(card.status) === 'answered');
  if (answered) return { like: { ...cardBriefly(answered), answered: true } };
  const like = cards.find(
    (card) => stateOfCard(card.status) === undefined && isLike(wanted.text, textOf(card)),
  );
  return like ? { like: cardBriefly(like) } : {};
}

/** With another plan or task, or in another document that the place sees. Ideas aside are not. */
async function cardElsewhere(
  tx: Reading,
  place: ThinkPlace,
  wanted: CardSaying,
  texts: readonly SharedText[],
): Promise<Said | undefined> {
  const seen = new Set((await viewOf(tx, place.branch)).map(({ branch }) => branch));
  for (const { id, doc, within } of texts) {
    const at = documentOfGroup(doc.group);
    const branch = at && (await tx.branches.byId(at.branch));
    if (!branch || (branch.target === undefined && !seen.has(branch.id))) continue;
    const key = cardIdOf(doc) ?? '';
    const [node] = await tx.graph.byKey(await viewOf(tx, branch), at.doc, 'node', [key]);
    const card = (node as NodeVersion | undefined)?.state;
    if (card?.type !== wanted.type || card.meta?.to !== wanted.to) continue;
    if (stateOfCard(card.status) !== undefined) continue;
    return { ...cardBriefly(card), id, ...(within === undefined ? {} : { with: within }) };
  }
  return undefined;
}

function fits({ type, meta }: NodeState, wanted: CardSaying): boolean {
  return type === wanted.type && meta?.about === wanted.about && meta?.to === wanted.to;
}

function cardBriefly(card: NodeState): Said {
  return briefly({ id: card.id, text: shownWhole({ ...card, text: card.text ?? '' }) });
}

function textOf({ title, text }: NodeState): string {
  return [title, text].filter((part) => part !== undefined).join('\n');
}
