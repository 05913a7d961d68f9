/** Who calls, and what they may. */

import type { Connection } from './connection.ts';

export interface Caller {
  readonly agent: string;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /** The only workspaces it may touch; undefined means all. */
  readonly workspaces?: readonly string[] | undefined;
  /** Undefined where requests stand alone. */
  readonly connection?: Connection;
  /** The workspace of its calls that name none, where the server's own is not meant. */
  readonly workspace?: string | undefined;
  /** Nobody who could be met again: a request that stands alone, without a name. */
  readonly isPassing?: boolean | undefined;
  /** Asked before it writes: whether its claims end with its process or session, as others see. */
  readonly endsWithProcess?: (() => Promise<boolean>) | undefined;
}

export function mayTouch(caller: Caller, workspace: string): boolean {
  return caller.workspaces?.includes(workspace) ?? true;
}
