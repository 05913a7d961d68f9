/**
 * The words by which agents look for a tool, beyond those in its name and description. A word
 * counts as much as one in the title; several words are separated by spaces.
 */

interface Words {
  /** Sent with the listing, for clients that search tools; help uses it too. */
  readonly hint?: string;
  /** For help alone. */
  readonly also?: string;
}

export const SEARCH_WORDS: Readonly<Record<string, Words>> = {
  // Listed by default: their hints are part of every listing, and therefore short.
  status: {
    hint: 'memory, resume work, continue, what was I working on',
    also: 'start context catch up overview session begin recover progress rules',
  },
  tasks_macro_start: {
    hint: 'todo list, new task, track',
    also: 'plan steps todos create add begin goal checklist work',
  },
  tasks_macro_close_step: {
    hint: 'done, progress, test',
    also: 'complete proof finish check off tick evidence todo receipts',
  },
  tasks_snapshot: {
    hint: 'todo list, continue work, progress',
    also: 'what next remaining criteria read task resume',
  },
  remember: {
    hint: 'persistent memory, save, rules, preference, ask, question',
    also: 'constraint constraints preferences instructions standing wish convention always never user answer decision decide decided why learn memorize memorise store keep forget retire replace this instruction',
  },
  recall: {
    hint: 'memory, search notes, find',
    also: 'look up recall read notes retrieve knowledge decision',
  },
  macro_branch_note: {
    hint: 'remember this, save, notes',
    also: 'finding journal write down add note log decision learned try idea memory',
  },
  think_card: {
    hint: 'decide, why, assumption',
    also: 'decision question hypothesis record reason risk evidence idea memory ask',
  },
  graph_onboard: {
    hint: 'resume work, team, agents',
    also: 'shared who does what project status claims holds held progress blocked overview multi',
  },
  graph_plan: {
    hint: 'todo list, break down, dependency',
    also: 'backlog tasks subtasks split create project goal decompose dependencies',
  },
  graph_next: {
    hint: 'what to do next, assign',
    also: 'claim ready take reserve lock pick work available unblocked todo',
  },
  graph_update: {
    hint: 'done, finish, give back',
    also: 'release claim evidence unclaim unlock free return drop resolve complete progress proof close',
  },
  help: {
    hint: 'find tool, undo, history',
    also: 'how to docs documentation manual usage persistent memory',
  },
  thoughtbox_gateway: {
    hint: 'think step by step, sequential thinking',
    also: 'reasoning any tool thought session notebook run code call unlisted reach persistent memory',
  },
  // The rest, found through help.
  branch_create: { also: 'try alternative fork idea experiment what-if' },
  branch_list: { also: 'branches alternatives' },
  branch_delete: { also: 'remove drop discard forget' },
  checkout: { also: 'switch branch change go' },
  context_pack: { also: 'summary read notes decisions overview brief resume' },
  diff: { also: 'compare changes difference branch' },
  export: { also: 'dump download save backup json target' },
  graph_apply: { also: 'add update delete remove node edge knowledge' },
  graph_connect: { also: 'dependency depends unblock link remove edge order' },
  graph_history: { also: 'log audit changes who when undo' },
  graph_merge: { also: 'combine branch conflict' },
  graph_open: { also: 'create project new start list projects' },
  graph_query: { also: 'search find filter list nodes claimed' },
  graph_restructure: { also: 'move merge drop delete remove split reparent undo forget' },
  log: { also: 'read notes history search notes journal entries list' },
  merge: { also: 'combine branch notes adopt' },
  notes_commit: { also: 'write note save remember finding document' },
  reset: { also: 'undo revert go back discard' },
  show: { also: 'read notes view open document search notes print entries' },
  tag_create: { also: 'bookmark mark version checkpoint name' },
  tasks_block: { also: 'blocked waiting stuck unblock impediment' },
  tasks_complete: { also: 'finish done close task status' },
  tasks_context: { also: 'list tasks plans todo search find filter open all' },
  tasks_create: { also: 'add new plan task todo' },
  tasks_decompose: { also: 'split break down add steps subtasks plan' },
  tasks_delete: { also: 'remove forget discard drop' },
  tasks_delta: { also: 'what changed since events news' },
  tasks_done: { also: 'finish complete check off' },
  tasks_edit: { also: 'change rename priority tags dependency depends_on description' },
  tasks_evidence_capture: { also: 'proof test result receipt attach' },
  tasks_focus_set: { also: 'switch task current work on' },
  tasks_handoff: { also: 'summary hand over report progress proof' },
  tasks_history: { also: 'log undo audit operations' },
  tasks_lint: { also: 'check missing problems quality' },
  tasks_note: { also: 'write comment remember progress' },
  tasks_patch: { also: 'change edit set append remove fields criteria' },
  tasks_plan: { also: 'checklist points advance' },
  tasks_progress: { also: 'reopen uncheck undo complete force' },
  tasks_redo: { also: 'again restore' },
  tasks_resume: { also: 'all steps read task full continue' },
  tasks_resume_pack: { also: 'read all continue context' },
  tasks_resume_super: { also: 'read everything continue context notes cards' },
  tasks_undo: { also: 'revert take back rollback mistake' },
  tasks_verify: { also: 'confirm check criteria test gate' },
  think_add_decision: { also: 'decide choice record' },
  think_add_question: { also: 'ask user unknown open' },
  think_context: { also: 'read cards decisions questions list' },
  think_query: { also: 'search cards decisions questions hypotheses find read' },
  think_set_status: { also: 'close answer question resolve reject accept hypothesis' },
};
