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
}

export function mayTouch(caller: Caller, workspace: string): boolean {
  return caller.workspaces?.includes(workspace) ?? true;
}

/** Who calls, whatever object it came as: each request brings its own. */
export function isSameCaller(a: Caller, b: Caller): boolean {
  return (
    a.agent === b.agent &&
    a.role === b.role &&
    a.workspaces?.join('\n') === b.workspaces?.join('\n')
  );
}
