/**
 * The cards and edges of cipher steps in the reasoning graph: a card for each step, an edge for
 * each reference.
 */

import { type Card, type CardType, OPEN } from '../cards/card.ts';
import { edgeChange, type GraphChange, nodeChange } from '../graph/graph-change.ts';
import type { EdgeState } from '../graph/graph-events.ts';
import { type CipherRef, type CipherStep, MARKERS, type Marker } from './cipher.ts';
import { MAIN } from './session.ts';
import type { ThoughtPayloads, ThoughtPlace } from './thought-events.ts';

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

const MOST_TITLE = 120;

export function cardOf(step: NamedStep, session: string, place: ThoughtPlace): Card {
  const { node, marker, content, label } = step;
  const kind = MARKERS[marker];
  const [first = ''] = content.split('\n', 1);
  const isShort = first === content && content.length <= MOST_TITLE;
  return {
    id: node,
    type: CARD_OF[marker],
    title: isShort ? content : `${[...first].slice(0, MOST_TITLE).join('')}…`,
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

type Recorded = ThoughtPayloads['thought_recorded'];

/** What a thought adds to the reasoning graph: a card for each step, and its links. */
export function stepChanges(
  { steps = [], links = [], number, branch: chain = MAIN }: Recorded,
  session: string,
): readonly GraphChange[] {
  return [
    ...steps.map((step) => nodeChange(cardOf(step, session, { chain, number }))),
    ...links.map(edgeChange),
  ];
}

export interface Links {
  readonly edges: readonly EdgeState[];
  /** Labels that nothing in the session has, so that the references cannot be resolved. */
  readonly unresolved: readonly number[];
}

/** What a reference resolves to: the node of a step, a thought without nodes, or nothing. */
export type Resolve = (ref: CipherRef) => string | 'thought' | undefined;

/** In one thought, later lines may refer to earlier ones. */
export function linksOf(steps: readonly NamedStep[], resolve: Resolve): Links {
  const edges = new Map<string, EdgeState>();
  const unresolved = new Set<number>();
  const here = new Map<number, string>();
  for (const step of steps) {
    for (const ref of step.refs) {
      const to = here.get(ref.label) ?? resolve(ref);
      if (to === undefined) unresolved.add(ref.label);
      else if (to !== 'thought' && to !== step.node) {
        edges.set(`${step.node}|${ref.rel}|${to}`, { from: step.node, rel: ref.rel, to });
      }
    }
    here.set(step.label, step.node);
  }
  return { edges: [...edges.values()], unresolved: [...unresolved] };
}
