/** The handoff capsule: the little that another agent needs to take over, in a form that stays. */

import type { JsonObject } from '../../../kernel/json.ts';
import { shortenText } from '../../../kernel/trims.ts';
import type { Target } from '../target.ts';
import { handoffOf } from './handoff.ts';
import { radarOf } from './radar.ts';
import type { Surroundings } from './surroundings.ts';

/** Small on purpose: everything in it is told at length elsewhere. */
const RADAR_BOUNDS = { items: 3, itemBytes: 160, whyBytes: 256 };
const HANDOFF_BOUNDS = { items: 3, itemBytes: 120 };
const TITLE_BYTES = 160;

/** What comes next, as whoever knows the calls puts it. */
export interface NextCall {
  readonly tool: string;
  readonly purpose: string;
  readonly args: JsonObject;
}

export interface NextAction {
  /** In the fewest words, for a line of state. */
  readonly hint: string;
  /** What the next step is called. */
  readonly step?: string;
  /** Null where nothing is left to do. */
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
  /** Where it was compared with, and how much differs; undefined where nobody asked. */
  readonly graphDiff: JsonObject | undefined;
  readonly next: NextAction;
  /** Whether clients of this server see a tool in their list. */
  lists(tool: string): boolean;
}

/** A type, not an interface: it goes into views. */
export type CapsuleAction = {
  readonly tool: string;
  readonly purpose: string;
  readonly available: true;
  readonly args: JsonObject;
};

/** Where it stands and what comes next: what the lines of a portal are made of. */
export type Outlook = {
  readonly focus: string | null;
  readonly target: {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly status: string;
    readonly revision: number;
  };
  /** What comes next, in the fewest words. */
  readonly next: string;
  /** What the next step is called. */
  readonly step?: string;
  readonly action: CapsuleAction | null;
  readonly backup?: CapsuleAction;
};

export type Capsule = JsonObject &
  Outlook & { readonly type: 'handoff_capsule'; readonly version: 1 };

export function outlookOf({
  focus,
  target,
  next,
}: Pick<CapsuleParts, 'focus' | 'target' | 'next'>): Outlook {
  const { id, kind, title, status } = target.root;
  return {
    focus,
    target: {
      id,
      kind,
      title: shortenText(title, TITLE_BYTES),
      status,
      revision: target.revision,
    },
    next: next.hint,
    ...(next.step === undefined ? {} : { step: next.step }),
    action: next.call && actionOf(next.call),
    ...(next.backup ? { backup: actionOf(next.backup) } : {}),
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

/** Every tool can be called by its name, listed or not. */
function actionOf({ tool, purpose, args }: NextCall): CapsuleAction {
  return { tool, purpose, available: true, args };
}

function escalationFor(tool: string, lists: (tool: string) => boolean): JsonObject | null {
  if (lists(tool)) return null;
  return { required: true, toolset: 'full', reason: `${tool} is not in the list of tools` };
}
