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
  /** Every version of every graph node and edge; `until_seq` is where the next one took over. */
  graph_versions: {
    workspace: string;
    branch: number;
    doc: string;
    kind: string;
    key: string;
    seq: number;
    until_seq: number | null;
    ts_ms: number;
    type: string | null;
    status: string | null;
    search: string | null;
    from_id: string | null;
    to_id: string | null;
    /** Null in a tombstone. */
    state: string | null;
  };
  /** The tags of node versions, each with the seq of its version. */
  graph_tags: { workspace: string; branch: number; doc: string; tag: string; seq: number };
  graph_conflicts: {
    workspace: string;
    id: string;
    seq: number;
    into_branch: number;
    from_branch: number;
    doc: string;
    status: string;
    created_ms: number;
    resolved_ms: number | null;
    core: string;
  };
  /** The last reset of each ref; a younger note overrules it. */
  ref_resets: {
    workspace: string;
    branch: number;
    doc: string;
    seq: number;
    reset_seq: number;
  };
  tags: {
    workspace: string;
    name: string;
    branch: number;
    doc: string;
    seq: number;
    set_seq: number;
    set_ms: number;
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
