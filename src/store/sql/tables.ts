/** The tables. Every key starts with `workspace`: workspaces never mix and can be distributed. */

import type { RecallTables } from '../../recall/index/tables.ts';
import type { AgentTables } from './agents/tables.ts';
import type { NotebookTables } from './notebooks/tables.ts';

export interface Tables extends AgentTables, NotebookTables, RecallTables {
  waymark_meta: { key: string; value: string };
  /** The number of the last event of each journal. */
  workspaces: {
    workspace: string;
    last_seq: number;
    /** The schema under which its projections were built. */
    projected: number;
  };
  events: EventRow;
  workspace_state: {
    workspace: string;
    created_ms: number;
    checkout: number;
  };
  /** The target that each agent means when it names none; null if it cleared its focus. */
  agent_focus: { workspace: string; agent: string; target: string | null; seq: number };
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
  /** Names until a rename or a deletion: the events of a branch know it by its id alone. */
  former_branch_names: { workspace: string; seq: number; id: number; name: string };
  /** Every version of every graph node and edge; `until_seq` is the seq of the next version. */
  graph_versions: {
    workspace: string;
    branch: number;
    doc: string;
    kind: string;
    key: string;
    seq: number;
    /** The position among the versions that its event wrote in this document, from 0. */
    place: number;
    until_seq: number | null;
    ts_ms: number;
    type: string | null;
    status: string | null;
    from_id: string | null;
    to_id: string | null;
    /** Null in a tombstone. */
    state: string | null;
  };
  /** The tags of node versions, each with the seq and place of its version. */
  graph_tags: {
    workspace: string;
    branch: number;
    doc: string;
    tag: string;
    seq: number;
    place: number;
  };
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
  /** The last reset of each ref; a newer note overrides it. */
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
  /** Standing rules, also those that ended. `about` is empty for the whole workspace. */
  rules: {
    workspace: string;
    number: number;
    text: string;
    source: string;
    about: string;
    set_seq: number;
    set_ms: number;
    ended_seq: number | null;
    replaced_by: number | null;
  };
  /** Targets as they are now, with a column for everything that lists and counts need. */
  targets: {
    workspace: string;
    id: string;
    kind: string;
    /** The number in the id, which orders lists. */
    number: number;
    parent: string | null;
    title: string;
    status: string;
    priority: string;
    domain: string | null;
    /** `|a|b|`, so that one tag can be found in it. */
    tags: string;
    steps_total: number;
    steps_done: number;
    /** Of a plan: its tasks. */
    tasks_total: number;
    tasks_done: number;
    revision: number;
    created_ms: number;
    updated_ms: number;
    /** Root, steps and task nodes as JSON. */
    state: string;
  };
  target_dependencies: { workspace: string; id: string; depends_on: string };
  /** Which events of the journal are about targets. */
  target_events: {
    workspace: string;
    seq: number;
    target: string;
    type: string;
    step: string | null;
  };
  /** The operations that the history lists; undo and redo use `state`. */
  target_operations: {
    workspace: string;
    seq: number;
    target: string;
    state: string;
    batch: number | null;
  };
  work_projects: {
    workspace: string;
    name: string;
    root: string;
    total: number;
    resolved: number;
    blocked: number;
    actionable: number;
    updated_ms: number;
    updated_seq: number;
  };
  /** The nodes of the work graph, with a column for everything that ranking and paging need. */
  work_nodes: {
    workspace: string;
    id: string;
    project: string;
    parent: string | null;
    depth: number;
    rev: number;
    summary: string;
    /** Without its secrets, as it is searched; null if it has none. */
    shown: string | null;
    resolved: number;
    /** JSON; null if none was set. */
    state: string | null;
    properties: string;
    context_links: string;
    created_ms: number;
    created_by: string;
    /** Its position in the order of creation: unique, even within a batch. */
    created_key: number;
    updated_ms: number;
    updated_seq: number;
    /** Children and dependencies that are not resolved. */
    open_children: number;
    open_deps: number;
    /** 0 actionable, 1 open, 2 blocked, 3 resolved. */
    readiness: number;
    /** Negated, so that every column of the ranking ascends. */
    priority_key: number;
    depth_key: number;
    /** Empty if it is not claimed. */
    claimed_by: string;
    claimed_ms: number;
    /** 1 if the claim ends with the process or session that made it. */
    claim_of_process: number;
    /** The event that last changed its position in an order. */
    key_seq: number;
  };
  work_edges: { workspace: string; from_id: string; to_id: string; type: string };
  work_evidence: {
    workspace: string;
    node: string;
    seq: number;
    /** The node it was added to: a merge moves evidence to another one. */
    origin: string;
    position: number;
    type: string;
    ref: string;
    agent: string;
    ts_ms: number;
  };
  /** Which events of the journal are about a node. */
  work_history: { workspace: string; node: string; seq: number };
  /**
   * The facets by which nodes are found, with the position of the node in each order. Kind `a`: the
   * ancestors of a node without the root. Kind `p`: every value in its properties by its path, as
   * JSON, or as a fingerprint if long.
   */
  work_facets: WorkFacetRow & {
    /** Its `created_key`. */
    node: number;
    readiness: number;
    priority_key: number;
    depth_key: number;
    depth: number;
    updated_seq: number;
  };
  /** How many nodes a facet has, by readiness; a facet without nodes has no row. */
  work_facet_counts: WorkFacetRow & {
    actionable: number;
    open: number;
    blocked: number;
    resolved: number;
  };
  /**
   * The facets by which targets are found: the empty one, which all have, or one of their fields.
   */
  target_facets: TargetFacetRow & { number: number; status: string };
  /** How many targets each facet has; a facet without any has no row. */
  target_facet_counts: TargetFacetRow & { todo: number; active: number; done: number };
  /** The words of texts, by the space they belong to, and how many items have each. */
  text_words: { workspace: string; space: string; word: string; items: number };
  /** The runs of three characters in each word. */
  text_grams: { workspace: string; space: string; gram: string; word: string };
  text_postings: { workspace: string; space: string; word: string; item: number };
  /** Sessions of thought as they are now, with the counts that lists and analyses need. */
  sessions: SessionRow;
  /** The chains of a session: the main one, called '', and its branches. */
  thought_chains: {
    workspace: string;
    session: number;
    chain: string;
    count: number;
    first: number;
    last: number;
    highest: number;
    total: number;
    origin: number | null;
    complete: number;
    first_seq: number;
    last_seq: number;
  };
  /** The place of each thought; its text is in its event. */
  thoughts: {
    workspace: string;
    session: number;
    chain: string;
    number: number;
    seq: number;
    previous: number | null;
    following: number | null;
    critique_seq: number | null;
  };
  /** The nodes that the steps of a cipher became, by label. */
  thought_steps: {
    workspace: string;
    session: number;
    chain: string;
    label: number;
    seq: number;
    position: number;
    node: string;
  };
  gateway_states: { workspace: string; agent: string; state: string };
  /** Patterns and scratchpad notes. */
  knowledge: {
    workspace: string;
    kind: string;
    id: string;
    title: string;
    tagged: string;
    value: string;
    created_ms: number;
    updated_ms: number;
    updated_seq: number;
  };
  /**
   * Calls that carried a key, so that a repeat is recognised; kept for some days. This is no
   * projection: the journal does not contain keys.
   */
  calls: CallRow;
  /** The highest number assigned so far, so that no id is used twice. */
  counters: { workspace: string; name: string; last: number };
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

export interface CallRow {
  workspace: string;
  call_id: string;
  tool: string;
  /** Of the arguments. */
  fingerprint: string;
  /** JSON; null if it was too long to store. */
  answer: string | null;
  /** The events it appended; both null if there were none. */
  first_seq: number | null;
  last_seq: number | null;
  made_ms: number;
}

export interface WorkFacetRow {
  workspace: string;
  project: string;
  kind: string;
  path: string;
  value: string;
}

export interface TargetFacetRow {
  workspace: string;
  kind: string;
  facet: string;
  value: string;
}

export interface SessionRow {
  workspace: string;
  seq: number;
  id: string;
  project: string;
  title: string;
  description: string | null;
  tags: string;
  /** `|a|b|` in lower case, so that one tag can be found in it. */
  tagged: string;
  complete: number;
  graph_branch: number | null;
  thoughts: number;
  branches: number;
  revisions: number;
  branch_thoughts: number;
  critiques: number;
  created_ms: number;
  updated_ms: number;
  accessed_ms: number;
  first_ms: number | null;
  last_ms: number | null;
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
  /** The version of the event type, which decides the form of the payload. */
  version: number;
}
