/** Views of sessions and thoughts, in the form that the contract prescribes. */

import { timestamp } from '../../kernel/timestamp.ts';
import type { NamedStep } from './cipher-cards.ts';
import { type Chain, MAIN, type Session } from './session.ts';
import { nodeIdOf, type Thought } from './thought.ts';
import type { ThoughtPlace } from './thought-events.ts';

export function sessionView(session: Session) {
  return {
    id: session.id,
    title: session.title,
    ...(session.description === undefined ? {} : { description: session.description }),
    tags: session.tags,
    thoughtCount: session.thoughtCount,
    branchCount: session.branchCount,
    createdAt: timestamp(session.createdMs),
    updatedAt: timestamp(session.updatedMs),
    lastAccessedAt: timestamp(session.accessedMs),
    project: session.project,
    status: session.isComplete ? 'completed' : 'active',
  };
}

export function stepView(step: NamedStep) {
  return {
    step: `S${step.label}`,
    type: step.marker,
    refs: step.refs.map(({ label, rel }) => ({ step: `S${label}`, rel })),
    ...(step.ops.length === 0 ? {} : { ops: step.ops }),
    content: step.content,
    node: step.node,
  };
}

/** `ThoughtData`, without flags that are false and fields that are empty. */
export function thoughtData(thought: Thought, origin: number | undefined) {
  const { critique, revises } = thought;
  return {
    thought: thought.text,
    thoughtNumber: thought.number,
    totalThoughts: thought.total,
    nextThoughtNeeded: thought.more,
    ...(revises === undefined ? {} : { isRevision: true, revisesThought: revises.number }),
    ...(thought.chain === MAIN ? {} : { branchId: thought.chain, branchFromThought: origin }),
    ...(thought.unsure ? { needsMoreThoughts: true } : {}),
    timestamp: timestamp(thought.atMs),
    ...(critique === undefined
      ? {}
      : {
          critique: {
            text: critique.text,
            model: critique.model,
            timestamp: timestamp(critique.atMs),
          },
        }),
  };
}

/** What `get` shows: the thought, with the cells that it cites and its parsed steps, if any. */
export function thoughtView(thought: Thought, origin: number | undefined) {
  return {
    ...thoughtData(thought, origin),
    ...(thought.cells.length === 0 ? {} : { cells: [...thought.cells] }),
    ...(thought.steps.length === 0 ? {} : { steps: thought.steps.map(stepView) }),
  };
}

/** `ThoughtNode`. Its links follow from the order of arrival and from the origins of branches. */
export function thoughtNode(session: string, thought: Thought, chains: readonly Chain[]) {
  const id = (place: ThoughtPlace) => nodeIdOf(session, place);
  const own = chains.find(({ name }) => name === thought.chain);
  const origin = own?.origin === undefined ? undefined : { chain: MAIN, number: own.origin };
  const before =
    thought.previous === undefined ? origin : { chain: thought.chain, number: thought.previous };
  const after = [
    ...(thought.following === undefined
      ? []
      : [{ chain: thought.chain, number: thought.following }]),
    ...(thought.chain === MAIN ? branchesAt(chains, thought.number) : []),
  ];
  return {
    id: id(thought),
    data: thoughtData(thought, own?.origin),
    prev: before === undefined ? null : id(before),
    next: after.map(id),
    revisesNode: thought.revises === undefined ? null : id(thought.revises),
    branchOrigin: origin === undefined ? null : id(origin),
    branchId: thought.chain === MAIN ? null : thought.chain,
  };
}

/** The first thoughts of the branches that begin at this thought, by name. */
function branchesAt(chains: readonly Chain[], number: number): readonly ThoughtPlace[] {
  return chains
    .filter((chain) => chain.origin === number)
    .map(({ name, first }) => ({ chain: name, number: first }))
    .sort((a, b) => (a.chain < b.chain ? -1 : 1));
}
