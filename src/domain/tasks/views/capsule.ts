/** The handoff capsule: the least that another agent needs to take over, in a stable form. */

import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Target } from '../target.ts';
import { handoffOf } from './handoff.ts';
import { radarOf } from './radar.ts';
import type { Surroundings } from './surroundings.ts';

/** Small on purpose: other parts of the answer have the same in full. */
const RADAR_BOUNDS = { items: 3, itemBytes: 160, whyBytes: 256 };
const HANDOFF_BOUNDS = { items: 3, itemBytes: 120 };
const TITLE_BYTES = 160;

/** A call to make next. Operations provide it, since they know the tools. */
export interface NextCall {
  readonly tool: string;
  readonly purpose: string;
  readonly args: JsonObject;
}

export interface NextAction {
  /** In a few words, for the state line of a portal. */
  readonly hint: string;
  /** The title of the next step. */
  readonly step?: string;
  /** A sentence about the call: what is to be filled in, or what it leaves open. */
  readonly remark?: string;
  /** Nothing is left to do here; the call, if any, leads to the next work. */
  readonly isOver?: true;
  readonly call: NextCall | null;
  readonly backup?: NextCall;
}

export interface CapsuleParts {
  readonly workspace: string;
  readonly focus: string | null;
  readonly target: Target;
  readonly around: Surroundings;
  readonly reasoningRef: JsonObject;
  readonly counts: JsonObject;
  readonly lastEvent: JsonObject | null;
  /** The branch it was compared with, and how much differs; undefined if the caller did not ask. */
  readonly graphDiff: JsonObject | undefined;
  readonly next: NextAction;
  /** Whether this server lists a tool for its clients. */
  lists(tool: string): boolean;
  /** The call as the client of this answer can make it. */
  reach(call: NextCall): NextCall;
}

/** A type, not an interface, because views are JSON. */
export type CapsuleAction = {
  readonly tool: string;
  readonly purpose: string;
  readonly available: true;
  readonly args: JsonObject;
};

/** The state of the target and the next action, from which portals print their lines. */
export type Outlook = {
  readonly focus: string | null;
  readonly target: {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly status: string;
    readonly revision: number;
  };
  /** The next action, in a few words. */
  readonly next: string;
  /** The title of the next step. */
  readonly step?: string;
  /** What to know before the action is run as it stands. */
  readonly remark?: string;
  readonly action: CapsuleAction | null;
  readonly backup?: CapsuleAction;
};

export type Capsule = JsonObject &
  Outlook & { readonly type: 'handoff_capsule'; readonly version: 1 };

export function outlookOf({
  focus,
  target,
  next,
  reach,
}: Pick<CapsuleParts, 'focus' | 'target' | 'next' | 'reach'>): Outlook {
  const { id, kind, title, status } = target.root;
  return {
    focus,
    target: {
      id,
      kind,
      title: excerpt(title, TITLE_BYTES),
      status,
      revision: target.revision,
    },
    next: next.hint,
    ...(next.step === undefined ? {} : { step: next.step }),
    ...(next.remark === undefined ? {} : { remark: next.remark }),
    action: next.call && actionOf(reach(next.call)),
    ...(next.backup ? { backup: actionOf(reach(next.backup)) } : {}),
  };
}

export function capsuleOf(parts: CapsuleParts): Capsule {
  const { around, next } = parts;
  const { focus, target, ...ahead } = outlookOf(parts);
  return {
    type: 'handoff_capsule',
    version: 1,
    workspace: parts.workspace,
    focus,
    target,
    reasoning_ref: parts.reasoningRef,
    radar: radarOf(parts.target, around, RADAR_BOUNDS),
    handoff: handoffOf(parts.target, around, HANDOFF_BOUNDS).handoff,
    counts: parts.counts,
    last_event: parts.lastEvent,
    ...(parts.graphDiff === undefined ? {} : { graph_diff: parts.graphDiff }),
    ...ahead,
    escalation: next.call && escalationFor(next.call.tool, parts.lists),
  };
}

function actionOf({ tool, purpose, args }: NextCall): CapsuleAction {
  return { tool, purpose, available: true, args };
}

function escalationFor(tool: string, lists: (tool: string) => boolean): JsonObject | null {
  if (lists(tool)) return null;
  return { required: true, toolset: 'full', reason: `${tool} is not in the list of tools` };
}
