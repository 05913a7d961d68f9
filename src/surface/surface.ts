/** What the steps of a call pass on: the server, the call and its caller. */

import type {
  ClientReply,
  Operation,
  ServerFacts,
} from '../operations/declaration/define-operation.ts';
import type { Sandbox } from '../operations/declaration/sandbox.ts';
import type { Store } from '../store/port.ts';
import type { Attendance } from './attendance.ts';
import type { Caller } from './caller.ts';

export interface Surface {
  readonly store: Store;
  readonly catalogue: readonly Operation[];
  readonly facts: ServerFacts;
  readonly sandbox: Sandbox;
  /**
   * Whether replies carry the views of portals beside their lines; other tools always send theirs.
   */
  readonly structured: boolean;
  readonly now: () => number;
  /** A random UUID. */
  readonly newId: () => string;
  /** An id for a node of the work graph; only tests derive it from `seq` and `index`. */
  readonly newWorkId: (seq: number, index: number) => string;
  /** Undefined if presence is not tracked. */
  readonly attendance?: Attendance | undefined;
}

/** A call as it was sent. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

/** A call as it can be repeated. */
export interface Repeatable extends ToolCall {
  /** The key that the caller chose. */
  readonly id: string | undefined;
}

/** The caller of a call, its workspace and its time. */
export interface CallContext {
  readonly workspace: string;
  readonly caller: Caller;
  readonly nowMs: number;
  readonly reply?: ClientReply | undefined;
  /** Processes that have certainly ended; undefined if presence is not tracked. */
  readonly gone?: ReadonlySet<string> | undefined;
  /** Cancels the call as long as it waits for its transaction. */
  readonly signal?: AbortSignal | undefined;
  /** Whether its claims end with its process or session; set only if it writes. */
  readonly endsWithProcess?: boolean | undefined;
  /** The call as it was made, and the key by which it can be repeated. */
  readonly call: Repeatable;
}
