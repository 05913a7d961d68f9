/** Reads what a cold agent needs to be back at work, in whatever state the memory is. */

import type { Target } from '../../../domain/tasks/target.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { checkedOut } from '../../steps/branch-ref.ts';
import { concernsOf } from '../../steps/standing-rules.ts';
import { aboutLines, stepLines } from './in-hand-lines.ts';
import { type FoundInHand, readInHand } from './read-in-hand.ts';
import {
  type ListPlace,
  type ListSizes,
  NOTHING_READ,
  placeOfLists,
  readLists,
} from './read-lists.ts';
import { readUnderWay, type UnderWayCall } from './read-under-way.ts';
import type { Call, UnderWay, WayBack } from './way-back.ts';

export type WayBackCall = UnderWayCall & { readonly workspace: string };

/** How much of each list is read for an answer of the usual size. */
/** What the target in hand says is shown as far as there is room. */
const TEXTS = { about: 10, step: 200, under_way: 20 };

const USUAL: ListSizes = {
  ...TEXTS,
  ...{ rules: 40, questions: 4, hypotheses: 3 },
  ...{ decisions: 1, facts: 1, notes: 1 },
};
/** The same if nothing is in hand: what was written down is then all that leads on. */
const NOTHING_IN_HAND: ListSizes = { ...USUAL, decisions: 3, facts: 3, notes: 3 };
/** And for an answer that may be longer. */
const LONG: ListSizes = {
  ...TEXTS,
  ...{ rules: 200, questions: 50, hypotheses: 50 },
  ...{ decisions: 20, facts: 20, notes: 20 },
};

/** The sizes of an answer of the usual length. */
export function usualSizes(hasTarget: boolean): ListSizes {
  return hasTarget ? USUAL : NOTHING_IN_HAND;
}

export interface WayBackRequest {
  /** The plan or task that it is about; undefined if nothing is in focus. */
  readonly target: Target | undefined;
  /** Whether the answer may be longer than usual. */
  readonly long: boolean;
}

export async function readWayBack(
  call: WayBackCall,
  { target, long }: WayBackRequest,
): Promise<WayBack> {
  const { tx, workspace } = call;
  const state = await tx.state();
  const facts = {
    workspace,
    directories: await tx.agents.directories(),
    workspace_exists: state !== undefined,
  };
  if (!state) {
    return { ...facts, checkout: null, ...NOTHING_READ, next: BEGINNINGS };
  }
  const checkout = await checkedOut(tx, state);
  const inHand = target && (await readInHand(call, target));
  const underWay = await readUnderWay(call, target);
  const place = await placeOfLists(tx, checkout, {
    target: target?.root.id,
    concerns: target ? concernsOf(target) : [],
    texts: textsOf(inHand, underWay),
  });
  const lists = await readLists(tx, place, long ? LONG : usualSizes(target !== undefined));
  return {
    ...facts,
    checkout: checkout.name,
    ...(inHand ? { in_hand: inHand.view } : {}),
    ...lists,
    next: nextCalls(inHand?.calls ?? [], underWay.calls),
  };
}

/** The lists that are texts of the answer itself. */
export function textsOf(inHand: FoundInHand | undefined, underWay: UnderWay): ListPlace['texts'] {
  return {
    about: inHand ? aboutLines(inHand.view) : [],
    step: inHand ? stepLines(inHand.view) : [],
    under_way: underWay.lines,
  };
}

const START: Call = {
  tool: 'tasks_macro_start',
  purpose: 'Start a task',
  args: { task_title: fill('what to do') },
};

const REMEMBER: Call = {
  tool: 'remember',
  purpose: 'Store a standing word of the user',
  args: { kind: 'rule', text: fill('a standing word of the user') },
};

const BEGINNINGS: readonly Call[] = [START, REMEMBER];

/** One next call and at most one other. */
function nextCalls(inHand: readonly Call[], underWay: readonly Call[]): readonly Call[] {
  if (inHand.length > 0) return inHand.slice(0, 2);
  return [underWay[0] ?? START];
}
