/** What the store keeps of projects and agents, beside and inside the journals. */

import type { Focus } from '../domain/workspace/focus.ts';
import type { Binding, Project } from '../domain/workspace/project-name.ts';

/** Which project has which workspace. */
export interface ProjectBook {
  /** The workspace of a project; bound to it from now on where it was not. */
  workspaceOf(project: Project, nowMs: number): Promise<string>;
  /** The same as far as it is known, without binding anything. */
  lookUp(project: Project): Promise<string>;
  all(): Promise<readonly Binding[]>;
  /** From now on the project has this workspace, whichever it had before. */
  bind(project: Project, workspace: string, nowMs: number): Promise<void>;
  /** Everything of a workspace under another name; the old one leads to it. */
  rename(from: string, to: string, nowMs: number): Promise<'renamed' | 'unknown' | 'taken'>;
}

/** Somebody who is there: a client's session, or a name under which requests come. */
export interface PresenceRow {
  readonly holder: string;
  /** The server process, which all its holders end with. */
  readonly process: string;
  readonly agent: string;
  readonly client: string;
  /** Where its last call was; empty before its first. */
  readonly workspace: string;
  /** The plan, task or work node that its last calls were about; empty for none. */
  readonly worksOn: string;
  readonly sinceMs: number;
  readonly lastCallMs: number;
}

export interface Presences {
  /** This process's own id, by which others see whether it lives. */
  readonly process: string;
  /**
   * Enters a row of this process, or writes it anew. Where others hold the store it gives up at
   * once, unless it is told to wait: nobody's reading is to wait behind it.
   */
  keep(row: PresenceRow, manner?: { readonly waits: boolean }): Promise<void>;
  leave(holder: string): Promise<void>;
  /** The processes that are gone for certain: nothing that is theirs holds any more. */
  gone(nowMs: number): Promise<ReadonlySet<string>>;
  /** Those whose process lives. */
  present(nowMs: number): Promise<readonly PresenceRow[]>;
}

/** Agents as one transaction sees them. */
export interface AgentQueries {
  /** What an agent means when it names no plan or task. */
  focus(agent: string): Promise<Focus>;
  /** Those who have put this plan or task into their focus. */
  focusedOn(target: string): Promise<readonly string[]>;
  /** Everybody with a row, except of these processes. */
  withoutProcesses(gone: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** The directories that lead to this workspace. */
  directories(): Promise<readonly string[]>;
}
