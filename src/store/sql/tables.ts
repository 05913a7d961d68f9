/** The tables. `workspace` leads every key, so that workspaces never meet and can be spread out. */

export interface Tables {
  waymark_meta: { key: string; value: string };
  /** The head of each journal, and the row that writers of a workspace line up for. */
  workspaces: { workspace: string; last_seq: number };
  events: EventRow;
  workspace_state: {
    workspace: string;
    created_ms: number;
    checkout: number;
    focus: string | null;
  };
  branches: {
    workspace: string;
    id: number;
    name: string;
    base_branch: number | null;
    base_seq: number | null;
    depth: number;
    created_ms: number;
    target: string | null;
  };
  documents: {
    workspace: string;
    branch: number;
    doc: string;
    kind: string;
    first_seq: number;
    last_seq: number;
    created_ms: number;
    updated_ms: number;
  };
}

export interface EventRow {
  workspace: string;
  seq: number;
  ts_ms: number;
  agent: string;
  type: string;
  entity: string;
  branch: number | null;
  doc: string | null;
  key: string | null;
  payload: string;
}
