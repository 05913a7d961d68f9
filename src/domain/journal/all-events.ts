/** Every event type, by its name. */

import { BRANCH_EVENTS } from '../branches/branch-events.ts';
import { CARD_EVENTS } from '../cards/card-events.ts';
import { DOCUMENT_EVENTS } from '../documents/document-events.ts';
import { GRAPH_EVENTS } from '../graph/graph-events.ts';
import { NOTEBOOK_EVENTS } from '../notebooks/notebook-events.ts';
import { REF_EVENTS } from '../refs/ref-events.ts';
import { RULE_EVENTS } from '../rules/rule-events.ts';
import { TASK_EVENTS } from '../tasks/task-events.ts';
import { THOUGHT_EVENTS } from '../thoughts/thought-events.ts';
import { TRACE_EVENTS } from '../trace/trace-events.ts';
import { WORK_EVENTS } from '../work/work-events.ts';
import { WORKSPACE_EVENTS } from '../workspace/workspace-events.ts';

export const EVENTS = {
  ...WORKSPACE_EVENTS,
  ...BRANCH_EVENTS,
  ...REF_EVENTS,
  ...DOCUMENT_EVENTS,
  ...GRAPH_EVENTS,
  ...TRACE_EVENTS,
  ...CARD_EVENTS,
  ...TASK_EVENTS,
  ...THOUGHT_EVENTS,
  ...NOTEBOOK_EVENTS,
  ...RULE_EVENTS,
  ...WORK_EVENTS,
};
