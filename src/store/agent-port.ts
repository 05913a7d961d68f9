/** What the store holds about projects and agents, some of it outside the journals. */

import type { Focus } from '../domain/workspace/focus.ts';
import type { Binding, Project } from '../domain/workspace/project-name.ts';

/** Which project has which workspace. */
export interface ProjectBook {
  /** The workspace of a project. If the project had none, it is bound to one from now on. */
  workspaceOf(project: Project, nowMs: number): Promise<string>;
  /** The workspace of a project if it has one. Binds nothing. */
  lookUp(project: Project): Promise<string>;
  all(): Promise<readonly Binding[]>;
  /** Gives the project this workspace, whichever it had before. */
  bind(project: Project, workspace: string, nowMs: number): Promise<void>;
  /** Moves everything of a workspace to another name; the old name keeps leading to it. */
  rename(from: string, to: string, nowMs: number): Promise<'renamed' | 'unknown' | 'taken'>;
}

/** A presence: the session of a client, or a name under which single requests come. */
export interface PresenceRow {
  readonly holder: string;
  /** The server process. When it ends, all its rows end. */
  readonly process: string;
  readonly agent: string;
  readonly client: string;
  /** The workspace of its last call; empty before its first. */
  readonly workspace: string;
  /** The target or work node of its last calls; empty for none. */
  readonly worksOn: string;
  /** The tool of its last call; empty before its first. */
  readonly tool: string;
  readonly sinceMs: number;
  readonly lastCallMs: number;
}

/**
 * The processes that have ended, as far as is known, each with the time of the last call that its
 * rows showed then. A row with a later call shows that its process lives after all.
 */
export type Gone = ReadonlyMap<string, number>;

export interface Presences {
  /** The id of this process, by which other processes see whether it is alive. */
  readonly process: string;
  /**
   * Inserts or updates a row of this process. If another process holds the store, it gives up at
   * once, unless it is told to wait: no read may wait for it.
   */
  keep(row: PresenceRow, manner?: { readonly waits: boolean }): Promise<void>;
  leave(holder: string): Promise<void>;
  /** Claims of these processes no longer hold. */
  gone(nowMs: number): Promise<Gone>;
  /** The rows whose process is alive. */
  present(nowMs: number): Promise<readonly PresenceRow[]>;
}

/** Agents, as one transaction sees them. */
export interface AgentQueries {
  /** The target that an agent means when it names none. */
  focus(agent: string): Promise<Focus>;
  /** The agents that have this target in focus. */
  focusedOn(target: string): Promise<readonly string[]>;
  /** All agents with a row, except those of these processes. */
  withoutProcesses(gone: Gone): Promise<ReadonlySet<string>>;
  /** The rows of this workspace, except those of these processes. */
  present(gone: Gone): Promise<readonly PresenceRow[]>;
  /** The directories that lead to this workspace. */
  directories(): Promise<readonly string[]>;
}
