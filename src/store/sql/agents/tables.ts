/** The tables about projects and agents that no journal has. */

/** By the clock of the database server. */
export interface LeaseTableRow {
  process: string;
  renewed_ms: number;
}

export interface PresenceTableRow {
  holder: string;
  process: string;
  agent: string;
  client: string;
  workspace: string;
  works_on: string;
  tool: string;
  since_ms: number;
  last_call_ms: number;
}

export interface AgentTables {
  /** What leads to a workspace. Not in a journal: it is read before the workspace is known. */
  bindings: { kind: string; value: string; workspace: string; bound_ms: number };
  /** Which agents are present. Not in a journal: it says nothing about what was done. */
  presence: PresenceTableRow;
  presence_leases: LeaseTableRow;
}
