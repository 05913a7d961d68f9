/** Who calls, and what they may. */

export interface Caller {
  readonly agent: string;
  /** A `read` caller changes nothing. */
  readonly role: 'read' | 'write';
  /** The only workspaces it may touch; undefined means all. */
  readonly workspaces?: readonly string[] | undefined;
}

export function mayTouch(caller: Caller, workspace: string): boolean {
  return caller.workspaces?.includes(workspace) ?? true;
}
