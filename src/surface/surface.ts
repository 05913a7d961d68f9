/** What the steps of a call pass on: the server, the call and its caller. */

import type {
  ClientReply,
  Operation,
  ServerFacts,
} from '../operations/declaration/define-operation.ts';
import type { Sandbox } from '../operations/declaration/sandbox.ts';
import type { Patience } from '../store/patience.ts';
import type { Gone, Store } from '../store/port.ts';
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
  /** The memories that the directory of a new workspace may have had under a former path. */
  readonly formerMemories?: (workspace: string) => Promise<readonly FormerMemory[]>;
}

/** A workspace whose directory is gone, and may be `here` now. */
export interface FormerMemory {
  readonly workspace: string;
  /** The path that is gone. */
  readonly directory: string;
  readonly here: string;
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
  /** Processes that have ended; undefined if presence is not tracked. */
  readonly gone?: Gone | undefined;
  /** Cancels the call as long as it waits for its transaction. */
  readonly signal?: AbortSignal | undefined;
  /** Whether its claims end with its process or session; set only if it writes. */
  readonly endsWithProcess?: boolean | undefined;
  /** The time that all transactions of the call have together. */
  readonly patience?: Patience | undefined;
  /** The call as it was made, and the key by which it can be repeated. */
  readonly call: Repeatable;
}
