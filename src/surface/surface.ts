/** What the way of a call hands on from step to step: the server, the call, who makes it. */

import type {
  ClientReply,
  Operation,
  ServerFacts,
} from '../operations/declaration/define-operation.ts';
import type { Store } from '../store/port.ts';
import type { Attendance } from './attendance.ts';
import type { Caller } from './caller.ts';

export interface Surface {
  readonly store: Store;
  readonly catalogue: readonly Operation[];
  readonly facts: ServerFacts;
  /** Whether replies carry views beside the lines of portals; others are their views anyway. */
  readonly structured: boolean;
  readonly now: () => number;
  /** A random UUID. */
  readonly newId: () => string;
  /** An id for a node of the work graph; only tests make it of the place it is given. */
  readonly newWorkId: (seq: number, index: number) => string;
  /** Undefined where nobody keeps count of who is present. */
  readonly attendance?: Attendance | undefined;
}

/** A call as it was sent. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

/** A call as it can be made again. */
export interface Repeatable extends ToolCall {
  /** The caller's own key. */
  readonly id: string | undefined;
}

/** Who calls, where and when. */
export interface CallContext {
  readonly workspace: string;
  readonly caller: Caller;
  readonly nowMs: number;
  readonly reply?: ClientReply | undefined;
  /** Processes that are gone for certain; undefined where nobody keeps count. */
  readonly gone?: ReadonlySet<string> | undefined;
  /** Takes the call back as long as it waits for its transaction. */
  readonly signal?: AbortSignal | undefined;
  /** Whether what it claims ends with its process or session; asked only where it writes. */
  readonly endsWithProcess?: boolean | undefined;
  /** How the call was made, and by which key it can be made again. */
  readonly call: Repeatable;
}
