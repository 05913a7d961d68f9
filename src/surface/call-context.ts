/** Who calls, where and when: what the way of a call hands on from step to step. */

import type { ClientReply } from '../operations/define-operation.ts';
import type { Repeatable } from './call-key.ts';
import type { Caller } from './caller.ts';

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
