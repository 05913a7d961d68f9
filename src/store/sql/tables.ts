/** The tables. `workspace` leads every key, so that workspaces never meet and can be spread out. */

export interface PresenceTableRow {
  holder: string;
  process: string;
  agent: string;
  client: string;
  workspace: string;
  works_on: string;
  since_ms: number;
  last_call_ms: number;
}

export interface Tables {
  waymark_meta: { key: string; value: string };
  /** What leads to a workspace, beside the journals: it is asked before a workspace is known. */
  bindings: { kind: string; value: string; workspace: string; bound_ms: number };
  /** Who is there, beside the journals: it says nothing of what was done. */
  presence: PresenceTableRow;
  /** The head of each journal, and the row that writers of a workspace line up for. */
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
  /** What each agent means when it names no plan or task; null where it took that back. */
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
  /** Every version of every graph node and edge; `until_seq` is where the next one took over. */
  graph_versions: {
    workspace: string;
    branch: number;
    doc: string;
    kind: string;
    key: string;
    seq: number;
    /** Which of the versions that its event made in this document, from 0. */
    place: number;
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
  /** Plans and tasks as they are now, with what lists and counts ask for as columns. */
  targets: {
    workspace: string;
    id: string;
    kind: string;
    /** The number in the id, by which lists are ordered. */
    number: number;
    parent: string | null;
    title: string;
    status: string;
    priority: string;
    domain: string | null;
    /** `|a|b|`, so that one tag can be found in it. */
    tags: string;
    search: string;
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
  /** Which events of the journal tell of plans and tasks. */
  target_events: {
    workspace: string;
    seq: number;
    target: string;
    type: string;
    step: string | null;
  };
  /** The operations that the history lists; `state` is what undo and redo go by. */
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
  /** The nodes of the work graph, with all that ranking and paging go by as columns. */
  work_nodes: {
    workspace: string;
    id: string;
    project: string;
    parent: string | null;
    depth: number;
    rev: number;
    summary: string;
    /** The summary in lower case. */
    search: string;
    resolved: number;
    /** JSON; null where none was set. */
    state: string | null;
    properties: string;
    context_links: string;
    created_ms: number;
    created_by: string;
    /** Its place in the order of creation: unique, also within a batch. */
    created_key: number;
    updated_ms: number;
    updated_seq: number;
    /** Children and dependencies that are not resolved. */
    open_children: number;
    open_deps: number;
    /** 0 actionable, 1 open, 2 blocked, 3 resolved. */
    readiness: number;
    /** Negated, so that every order of the ranking ascends. */
    priority_key: number;
    depth_key: number;
    /** Empty where nobody has claimed it. */
    claimed_by: string;
    claimed_ms: number;
    /** 1 where the claim ends with the process or session that made it. */
    claim_of_process: number;
    /** The event by which its place in an order last changed. */
    key_seq: number;
  };
  work_edges: { workspace: string; from_id: string; to_id: string; type: string };
  work_evidence: {
    workspace: string;
    node: string;
    seq: number;
    /** The node it was added to: a merge takes it elsewhere. */
    origin: string;
    position: number;
    type: string;
    ref: string;
    agent: string;
    ts_ms: number;
  };
  /** Which events of the journal tell of a node. */
  work_history: { workspace: string; node: string; seq: number };
  /**
   * What nodes are found by, with their place in each order: `a` the nodes above them but for the
   * root, and `p` every value in their properties by its path, as JSON or a fingerprint where long.
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
  /** How many nodes a facet has, by readiness; one without any is not kept. */
  work_facet_counts: WorkFacetRow & {
    actionable: number;
    open: number;
    blocked: number;
    resolved: number;
  };
  /** What plans and tasks are found by: nothing, which is all of them, or one of their fields. */
  target_facets: TargetFacetRow & { number: number; status: string };
  /** How many there are of each; one without any is not kept. */
  target_facet_counts: TargetFacetRow & { todo: number; active: number; done: number };
  /** The words that texts have, by whose texts they are, and how many have each. */
  text_words: { workspace: string; space: string; word: string; items: number };
  /** The runs of three characters in each word. */
  text_grams: { workspace: string; space: string; gram: string; word: string };
  text_postings: { workspace: string; space: string; word: string; item: number };
  /** Sessions of thought as they are now, with what lists and analyses ask for counted. */
  sessions: SessionRow;
  /** The lines of a session: the main one, called '', and its branches. */
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
  /** Where each thought stands; what it says is in its event. */
  thoughts: {
    workspace: string;
    session: number;
    chain: string;
    number: number;
    seq: number;
    previous: number | null;
    following: number | null;
    critique_seq: number | null;
    search: string;
  };
  /** The nodes that the steps of a cipher became, by their labels. */
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
    search: string;
    value: string;
    created_ms: number;
    updated_ms: number;
    updated_seq: number;
  };
  /**
   * Calls that came with a key, so that a repeat is recognised; kept for some days. No projection:
   * the journal does not know of keys.
   */
  calls: CallRow;
  /** The highest number given so far, so that no id is used twice. */
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
  /** Of its arguments. */
  fingerprint: string;
  /** JSON; null where it was too long to keep. */
  answer: string | null;
  /** The events it entered; both null where there were none. */
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
  /** `|a|b|` in small letters, so that one tag can be found in it. */
  tagged: string;
  search: string;
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
  /** Of the type: in which form the payload is. */
  version: number;
}
