/** What every call of a server works with. */

import type { Operation, ServerFacts } from '../operations/define-operation.ts';
import type { Store } from '../store/port.ts';
import type { Attendance } from './attendance.ts';

export interface Surface {
  readonly store: Store;
  readonly catalogue: readonly Operation[];
  readonly facts: ServerFacts;
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
