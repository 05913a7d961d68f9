/** The references of a thought both ways, by the edges that its steps have in the reasoning graph. */

import { effectiveView } from '../../../domain/branches/effective-view.ts';
import { documentNames } from '../../../domain/documents/document.ts';
import type { EdgeState, NodeState } from '../../../domain/graph/graph-events.ts';
import { OPERATORS } from '../../../domain/thoughts/cipher.ts';
import type { NamedStep } from '../../../domain/thoughts/cipher-cards.ts';
import { MAIN, type Session } from '../../../domain/thoughts/session.ts';
import { placeName, type Thought } from '../../../domain/thoughts/thought.ts';
import type { Look } from '../../view.ts';
import { excerptOf, MARK_WORDS } from './thought-text.ts';

/** A reference to a step or, if the thought that is meant has none, to the thought. */
export interface ReferenceTo {
  readonly label: number;
  readonly rel: string;
  /** Undefined if the label leads nowhere. */
  readonly place?: string | undefined;
  readonly node?: string | undefined;
}

/** A step of another thought that refers to the step `to` of this one. */
export interface ReferenceFrom {
  readonly place: string;
  readonly node: string;
  readonly rel: string;
  readonly to: string;
}

export interface StepDetail {
  readonly node: string;
  readonly label: number;
  readonly mark: string;
  readonly operators: readonly string[];
  /** The beginning of its content; the whole is in the text of the thought. */
  readonly text: string;
  readonly refs: readonly ReferenceTo[];
}

/** The document of the reasoning graph that has a session's cards. */
export interface GraphOfSession {
  readonly branch: string;
  readonly doc: string;
}

export interface References {
  readonly steps: readonly StepDetail[];
  readonly referredBy: readonly ReferenceFrom[];
  readonly cards?: GraphOfSession | undefined;
}

const STEP_BYTES = 200;

/** References to one thought that are listed. */
const MAX_REFERENCES = 200;

export async function readReferences(
  { tx }: Look,
  session: Session,
  thought: Thought,
): Promise<References> {
  const { steps } = thought;
  const { graphBranch } = session;
  if (steps.length === 0) return { steps: [], referredBy: [] };
  const branch = graphBranch === undefined ? undefined : await tx.branches.byId(graphBranch);
  const own = new Set(steps.map(({ node }) => node));
  const { edges, places } = branch ? await readGraph(tx, branch.id, own) : NO_GRAPH;
  const known = await knownNumbers(tx, session, thought);
  return {
    steps: steps.map((step) => detailOf(step, thought, edges, places, known)),
    referredBy: referencesFrom(edges, own, places),
    cards: branch && { branch: branch.name, doc: GRAPH_DOC },
  };
}

/** Where the cards of every session are, on a branch of its own. */
export const { graph: GRAPH_DOC } = documentNames(undefined);

interface Surroundings {
  readonly edges: readonly EdgeState[];
  /** The places of the thoughts that other nodes came from. */
  readonly places: ReadonlyMap<string, string | undefined>;
}

const NO_GRAPH: Surroundings = { edges: [], places: new Map() };

/** The edges at a thought's own nodes. Cards may have been changed or deleted by other tools. */
async function readGraph(
  tx: Look['tx'],
  branch: number,
  own: ReadonlySet<string>,
): Promise<Surroundings> {
  const view = effectiveView(await tx.branches.lineage(branch));
  const versions = await tx.graph.edgesAt(view, GRAPH_DOC, [...own]);
  const edges = versions.flatMap(({ state }) => state ?? []);
  const others = edges
    .flatMap(({ from, to }) => [from, to])
    .filter((node) => !own.has(node))
    .slice(0, 2 * MAX_REFERENCES);
  const ids = [...new Set(others)];
  if (ids.length === 0) return { edges, places: new Map() };
  const nodes = await tx.graph.nodes(view, GRAPH_DOC, { ids }, { limit: ids.length });
  return { edges, places: new Map(nodes.map(({ key, state }) => [key, placeOf(state)])) };
}

/** Cards remember the thought they came from. */
function placeOf(card: NodeState | undefined): string | undefined {
  const { thought, branch } = card?.meta ?? {};
  if (typeof thought !== 'number') return undefined;
  return placeName({ chain: typeof branch === 'string' ? branch : MAIN, number: thought });
}

/**
 * Earlier thoughts that labels without a step mean: on the same chain first, then on the main one.
 */
async function knownNumbers(
  tx: Look['tx'],
  session: Session,
  { chain, steps, seq }: Thought,
): Promise<ReadonlyMap<number, string>> {
  const labels = [...new Set(steps.flatMap(({ refs }) => refs.map(({ label }) => label)))];
  const chains = chain === MAIN ? [MAIN] : [MAIN, chain];
  const places = chains.flatMap((each) => labels.map((number) => ({ chain: each, number })));
  const found = (await tx.thoughts.recordedAt(session.seq, places))
    .map(({ event }) => event)
    .filter((event) => event.seq < seq)
    .map(({ payload }) => ({ chain: payload.branch ?? MAIN, number: payload.number }));
  const known = new Map<number, string>();
  for (const own of chains) {
    for (const place of found) if (place.chain === own) known.set(place.number, placeName(place));
  }
  return known;
}

function detailOf(
  { node, label, marker, ops, content, refs }: NamedStep,
  thought: Thought,
  edges: readonly EdgeState[],
  places: ReadonlyMap<string, string | undefined>,
  known: ReadonlyMap<number, string>,
): StepDetail {
  const leaving = edges.filter(({ from }) => from === node);
  return {
    ...{ node, label, mark: MARK_WORDS[marker] },
    operators: ops.map((sign) => OPERATORS[sign]),
    text: excerptOf(content, STEP_BYTES).text,
    refs: refs.map(({ label: to, rel }) => {
      const edge = leaving.find((each) => each.rel === rel && labelOf(each.to) === to);
      if (!edge) return { label: to, rel, place: known.get(to) };
      return { label: to, rel, node: edge.to, place: places.get(edge.to) ?? placeName(thought) };
    }),
  };
}

/** The label in the id of a step's node, such as `S3`, `regex:S3` or `S3@7.2`. */
function labelOf(node: string): number {
  return Number(/S([0-9]+)(?:@[0-9.]+)?$/.exec(node)?.[1]);
}

function referencesFrom(
  edges: readonly EdgeState[],
  own: ReadonlySet<string>,
  places: ReadonlyMap<string, string | undefined>,
): readonly ReferenceFrom[] {
  return edges
    .filter(({ from, to }) => own.has(to) && !own.has(from))
    .flatMap(({ from, rel, to }) => {
      const place = places.get(from);
      return place === undefined ? [] : [{ place, node: from, rel, to }];
    })
    .slice(0, MAX_REFERENCES);
}
