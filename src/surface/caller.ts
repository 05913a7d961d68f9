/** The caller of a tool, and what it may do. */

import type { PresenceRow } from '../store/port.ts';
import type { Connection } from './connection.ts';

export interface Caller {
  readonly agent: string;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /** The only workspaces it may use; undefined means all. */
  readonly workspaces?: readonly string[] | undefined;
  /** Undefined if every request stands alone. */
  readonly connection?: Connection;
  /** The workspace of its calls that name none, if it is not the server's own. */
  readonly workspace?: string | undefined;
  /** Whether it cannot be recognised again: a request that stands alone, without a name. */
  readonly isAnonymous?: boolean | undefined;
  /** Called before it writes: whether its claims end with its process or session. */
  readonly endsWithProcess?: (() => Promise<boolean>) | undefined;
  /** Its presence row as of now, to be written together with its claims. */
  readonly presence?: (() => PresenceRow | undefined) | undefined;
}

export function mayTouch(caller: Caller, workspace: string): boolean {
  return caller.workspaces?.includes(workspace) ?? true;
}
