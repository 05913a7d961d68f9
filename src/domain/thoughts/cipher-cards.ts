/**
 * The cards and edges of cipher steps in the reasoning graph: a card for each step, an edge for
 * each reference.
 */

import { type Card, type CardType, OPEN } from '../cards/card.ts';
import { edgeChange, type GraphChange, nodeChange } from '../graph/graph-change.ts';
import type { EdgeState, NodeState } from '../graph/graph-events.ts';
import type { EventPayloads } from '../journal/event.ts';
import { type CipherRef, type CipherStep, MARKERS, type Marker, type Relation } from './cipher.ts';
import { MAIN } from './session.ts';
import type { ThoughtPlace } from './thought-events.ts';

/** A step with the id of its node in the reasoning graph. */
export type NamedStep = CipherStep & { readonly node: string };

/** The id of a step's node. If a label is used again, the thought's number is appended. */
export function namedSteps(
  steps: readonly CipherStep[],
  { chain, number }: ThoughtPlace,
  isLabelled: (label: number) => boolean,
): readonly NamedStep[] {
  const used = new Map<number, number>();
  return steps.map((step) => {
    const count = (used.get(step.label) ?? 0) + 1;
    used.set(step.label, count);
    const again = count > 1 || isLabelled(step.label) ? `@${number}` : '';
    const twice = count > 1 ? `.${count}` : '';
    const prefix = chain === MAIN ? '' : `${chain}:`;
    return { ...step, node: `${prefix}S${step.label}${again}${twice}` };
  });
}

const CARD_OF: Readonly<Record<Marker, CardType>> = {
  H: 'hypothesis',
  E: 'evidence',
  C: 'decision',
  Q: 'question',
  R: 'update',
  P: 'note',
  O: 'note',
  A: 'hypothesis',
  X: 'update',
};

const MAX_TITLE = 120;

export function cardOf(step: NamedStep, session: string, place: ThoughtPlace): Card {
  const { node, marker, content, label } = step;
  const kind = MARKERS[marker];
  const [first = ''] = content.split('\n', 1);
  const isShort = first === content && content.length <= MAX_TITLE;
  return {
    id: node,
    type: CARD_OF[marker],
    title: isShort ? content : `${[...first].slice(0, MAX_TITLE).join('')}…`,
    ...(isShort ? {} : { text: content }),
    status: OPEN,
    tags: ['cipher', kind],
    meta: {
      source: 'cipher',
      session,
      thought: place.number,
      ...(place.chain === MAIN ? {} : { branch: place.chain }),
      label: `S${label}`,
      marker,
    },
  };
}

type Recorded = EventPayloads['thought_recorded'];

/** The findings, which answer a question; another guess or question leaves it open. */
const ANSWERING: readonly Marker[] = ['E', 'O', 'C'];

/** The status of a step after another one refers to it; undefined if it stays open. */
export function statusBy(
  { marker, rel }: { readonly marker: Marker; readonly rel: string },
  isQuestion: boolean,
): 'rejected' | 'revised' | 'answered' | undefined {
  if (rel === ('contradicts' satisfies Relation)) return 'rejected';
  if (rel === ('revises' satisfies Relation)) return 'revised';
  return isQuestion && ANSWERING.includes(marker) ? 'answered' : undefined;
}

/** The earlier steps that a thought refers to: it may change their status. */
export function nodesReferred({ steps = [], links = [] }: Recorded): readonly string[] {
  const own = new Set(steps.map(({ node }) => node));
  return [...new Set(links.map(({ to }) => to))].filter((node) => !own.has(node));
}

/**
 * What a thought adds to the reasoning graph: a card for each step, its links, and the status of
 * the cards that it rejects, revises or answers. A card that is not open any more keeps its own.
 *
 * `known`: the cards of the earlier steps that it refers to, as they are.
 */
export function stepChanges(
  { steps = [], links = [], number, branch: chain = MAIN }: Recorded,
  session: string,
  known: ReadonlyMap<string, NodeState>,
): readonly GraphChange[] {
  const cards = new Map<string, NodeState>(
    steps.map((step) => [step.node, cardOf(step, session, { chain, number })]),
  );
  const markers = new Map(steps.map(({ node, marker }) => [node, marker]));
  for (const { from, rel, to } of links) {
    const [card, marker] = [cards.get(to) ?? known.get(to), markers.get(from)];
    if (card?.status !== OPEN || marker === undefined) continue;
    const status = statusBy({ marker, rel }, card.type === CARD_OF.Q);
    if (status !== undefined) cards.set(to, { ...card, status });
  }
  return [...[...cards.values()].map(nodeChange), ...links.map(edgeChange)];
}

export interface Links {
  readonly edges: readonly EdgeState[];
  /** Labels that nothing in the session has, so that the references cannot be resolved. */
  readonly unresolved: readonly number[];
}

/** What a reference resolves to: a step, or a thought, which has no node. */
export interface Referred extends ThoughtPlace {
  readonly node?: string;
}

/** Undefined if a reference leads nowhere. */
export type Resolve = (ref: CipherRef) => Referred | undefined;

/**
 * The earlier thought that steps revise, the first if they revise several. What is revised within
 * the same thought does not count.
 */
export function revisedBySteps(
  steps: readonly Pick<CipherStep, 'label' | 'refs'>[],
  resolve: Resolve,
): ThoughtPlace | undefined {
  const here = new Set<number>();
  for (const { label, refs } of steps) {
    for (const ref of refs) {
      if (ref.rel !== 'revises' || here.has(ref.label)) continue;
      const found = resolve(ref);
      if (found) return { chain: found.chain, number: found.number };
    }
    here.add(label);
  }
  return undefined;
}

/** In one thought, later lines may refer to earlier ones. */
export function linksOf(steps: readonly NamedStep[], resolve: Resolve): Links {
  const edges = new Map<string, EdgeState>();
  const unresolved = new Set<number>();
  const here = new Map<number, string>();
  for (const step of steps) {
    for (const ref of step.refs) {
      const own = here.get(ref.label);
      const found = own === undefined ? resolve(ref) : undefined;
      const to = own ?? found?.node;
      if (own === undefined && found === undefined) unresolved.add(ref.label);
      else if (to !== undefined && to !== step.node) {
        edges.set(`${step.node}|${ref.rel}|${to}`, { from: step.node, rel: ref.rel, to });
      }
    }
    here.set(step.label, step.node);
  }
  return { edges: [...edges.values()], unresolved: [...unresolved] };
}
