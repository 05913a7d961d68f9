/** Says in plain words what an event did: “closed step s:0 of TASK-003”. */

import type { EventType } from '../domain/journal/event.ts';
import type { Json, JsonObject } from '../kernel/json.ts';

export interface EventWords {
  /** Follows the name of the agent. */
  readonly words: string;
  /** What the agent wrote, if it is short to tell. */
  readonly text?: string;
}

/** An event as the words need it. The payload is absent if it is long. */
export interface Told {
  readonly type: string;
  readonly entity: string;
  readonly payload?: JsonObject | undefined;
}

interface Facts {
  /** What follows the colon of the entity, or the entity. */
  readonly id: string;
  readonly entity: string;
  readonly payload: JsonObject;
  /** The fields of a task's event. */
  readonly fields: JsonObject;
  /** “step s:0 of TASK-003”. */
  readonly step: string;
}

type Say = (facts: Facts) => EventWords;

const says =
  (words: (facts: Facts) => string, text?: (facts: Facts) => Json | undefined): Say =>
  (facts) => {
    const said = text?.(facts);
    return {
      words: words(facts),
      ...(typeof said === 'string' && said !== '' ? { text: said } : {}),
    };
  };

const inside = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const plain = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

const OF_STEPS: Partial<Record<EventType, Say>> = {
  steps_added: says(({ fields, entity }) => {
    const steps = list(fields.steps).length;
    return `added ${steps === 0 ? 'steps' : counted(steps, 'step')} to ${entity}`;
  }),
  step_defined: says(({ step }) => `defined ${step}`),
  step_noted: says(({ step }) => `noted progress on ${step}`),
  step_verified: says(verification),
  step_done: says(
    ({ step, fields }) => `closed ${step}${fields.force === true ? ' by force' : ''}`,
  ),
  step_reopened: says(({ step }) => `reopened ${step}`),
  step_blocked: says(
    ({ step }) => `blocked ${step}`,
    ({ fields }) => fields.reason,
  ),
  step_unblocked: says(({ step }) => `unblocked ${step}`),
  step_deleted: says(({ step }) => `deleted ${step}`),
  task_node_added: says(nodeWords('added'), ({ fields }) => fields.title),
  task_node_defined: says(nodeWords('changed')),
  task_node_deleted: says(nodeWords('deleted')),
  evidence_captured: says(({ fields, entity, step }) => {
    const pieces = ['artifacts', 'checks', 'attachments'].reduce(
      (sum, name) => sum + Number(fields[name] ?? 0),
      0,
    );
    const where = plain(fields.path) === '' ? entity : step;
    const kinds = list(fields.checkpoints).map(plain).join(', ');
    const what = `${pieces > 0 ? counted(pieces, 'piece') : 'pieces'} of evidence`;
    return `captured ${what} for ${where}${kinds === '' ? '' : ` (${kinds})`}`;
  }),
};

function verification({ fields, step }: Facts): string {
  const kinds = (value: boolean) =>
    Object.keys(fields)
      .filter((name) => name.endsWith('_confirmed') && fields[name] === value)
      .map((name) => name.slice(0, -'_confirmed'.length))
      .join(', ');
  const [confirmed, withdrawn] = [kinds(true), kinds(false)];
  if (confirmed === '' && withdrawn === '') return `verified ${step}`;
  if (confirmed === '') return `took back ${withdrawn} of ${step}`;
  return `confirmed ${confirmed}${withdrawn === '' ? '' : `, took back ${withdrawn}`} of ${step}`;
}

function nodeWords(verb: string) {
  return ({ fields, entity }: Facts) => `${verb} task node ${plain(fields.path)} of ${entity}`;
}

const OF_TARGETS: Partial<Record<EventType, Say>> = {
  plan_created: says(
    ({ entity }) => `created ${entity}`,
    ({ fields }) => fields.title,
  ),
  task_created: says(
    ({ entity, fields }) =>
      `created ${entity}${plain(fields.parent) === '' ? '' : ` in ${plain(fields.parent)}`}`,
    ({ fields }) => fields.title,
  ),
  plan_edited: says(edited),
  task_edited: says(edited),
  task_patched: says(({ entity }) => `changed ${entity}`),
  task_completed: says(statusSet),
  task_deleted: says(({ entity }) => `deleted ${entity}`),
  plan_updated: says((facts) =>
    plain(facts.fields.status) === ''
      ? `updated the checklist of ${facts.entity}`
      : statusSet(facts),
  ),
  contract_updated: says(
    ({ entity, fields }) =>
      `${fields.cleared === true ? 'cleared' : 'wrote'} the contract of ${entity}`,
  ),
  dependency_dropped: says(
    ({ entity, fields }) => `${entity} no longer waits for ${plain(fields.depends_on)}`,
  ),
  undo_applied: says(({ entity, fields }) => `undid a change of ${placeIn(entity, fields)}`),
  redo_applied: says(({ entity, fields }) => `redid a change of ${placeIn(entity, fields)}`),
  focus_changed: says(({ payload }) =>
    plain(payload.to) === '' ? 'cleared the focus' : `focused on ${plain(payload.to)}`,
  ),
};

function placeIn(entity: string, fields: JsonObject): string {
  const path = plain(fields.path);
  return path === '' ? entity : `${path} of ${entity}`;
}

function edited({ entity, fields }: Facts): string {
  const names = Object.keys(inside(fields.patch)).map((name) => name.replaceAll('_', ' '));
  return `changed ${names.length === 0 ? '' : `${names.join(', ')} of `}${entity}`;
}

function statusSet({ entity, fields }: Facts): string {
  const status = plain(fields.status);
  if (status === 'DONE') return `completed ${entity}`;
  return status === '' ? `changed ${entity}` : `set ${entity} to ${status}`;
}

const OF_THOUGHTS: Partial<Record<EventType, Say>> = {
  session_started: says(
    () => 'started a session',
    ({ payload }) => payload.title,
  ),
  session_changed: says(
    () => 'changed a session',
    ({ payload }) => payload.title,
  ),
  session_graph_opened: says(() => 'opened the graph of a session'),
  session_opened: says(() => 'resumed a session'),
  thought_recorded: says(
    ({ payload }) => {
      const place = [plain(payload.branch), plain(payload.number)].filter((each) => each !== '');
      const revised = payload.revises === undefined ? '' : ' as a revision';
      return `thought ${place.join(' ')}${revised}`.trim();
    },
    ({ payload }) => payload.thought,
  ),
  critique_attached: says(
    ({ payload }) => `got a critique of thought ${plain(inside(payload.of).number)}`.trim(),
    ({ payload }) => payload.text,
  ),
  gateway_moved: says(() => 'moved on in the gateway'),
  pattern_saved: says(
    ({ id }) => `saved the pattern ${id}`,
    ({ payload }) => inside(payload.pattern).title,
  ),
  pattern_deleted: says(({ id }) => `deleted the pattern ${id}`),
  scratchpad_saved: says(
    ({ id }) => `saved the note ${id}`,
    ({ payload }) => inside(payload.note).title,
  ),
  scratchpad_deleted: says(({ id }) => `deleted the note ${id}`),
};

const OF_WORK: Partial<Record<EventType, Say>> = {
  work_project_opened: says(
    ({ payload }) => `opened the project ${plain(payload.project)}`,
    ({ payload }) => payload.summary,
  ),
  work_planned: says(
    ({ payload }) => {
      const nodes = list(payload.nodes).length;
      const many = nodes === 0 ? 'nodes' : counted(nodes, 'node');
      return `planned ${many} of work${plain(payload.project) === '' ? '' : ` in ${plain(payload.project)}`}`;
    },
    ({ payload }) => inside(list(payload.nodes)[0]).summary,
  ),
  work_updated: says(
    workChange,
    ({ payload }) => inside(payload.set).summary ?? inside(list(payload.evidence)[0]).ref,
  ),
  work_connected: says(({ payload }) => `connected ${edgeOf(payload)}`),
  work_disconnected: says(({ payload }) => `disconnected ${edgeOf(payload)}`),
  work_moved: says(({ id, payload }) => `moved ${id} below ${plain(payload.to)}`),
  work_merged: says(
    ({ payload }) => `merged ${plain(payload.source)} into ${plain(payload.target)}`,
    ({ payload }) => payload.summary,
  ),
  work_dropped: says(
    ({ id }) => `dropped ${id}`,
    ({ payload }) => inside(payload.evidence).ref,
  ),
};

function workChange({ id, payload }: Facts): string {
  const set = inside(payload.set);
  const properties = inside(set.properties);
  if (set.resolved === true) return `resolved ${id}`;
  if (set.resolved === false) return `reopened ${id}`;
  const claimer = properties._claimed_by;
  if (typeof claimer === 'string') return `claimed ${id}`;
  if (claimer === null) return `released ${id}`;
  const names = list(payload.changes).map((change) => plain(inside(change).field));
  const shown = names.filter((name) => name !== '').slice(0, 4);
  return `changed ${shown.length === 0 ? '' : `${shown.join(', ')} of `}${id}`;
}

function edgeOf(payload: JsonObject): string {
  const { from, to, type } = inside(payload.edge);
  return [from, type, to].map(plain).join(' ');
}

const OF_MEMORY: Partial<Record<EventType, Say>> = {
  workspace_initialized: says(() => 'initialized the workspace'),
  checkout_changed: says(() => 'checked out another branch'),
  branch_created: says(({ payload }) => `created the branch ${plain(payload.name)}`),
  branch_renamed: says(
    ({ payload }) => `renamed the branch ${plain(payload.from)} to ${plain(payload.to)}`,
  ),
  branch_deleted: says(({ entity }) => `deleted ${entity.replace(':', ' ')}`),
  note_committed: says(
    () => 'committed a note',
    ({ payload }) => payload.title ?? payload.content,
  ),
  trace_step_recorded: says(
    () => 'recorded a step of the trace',
    ({ payload }) => payload.title ?? payload.content,
  ),
  card_recorded: says(
    ({ payload }) => cardWords(inside(payload.card)),
    ({ payload }) => inside(payload.card).title ?? inside(payload.card).text,
  ),
  graph_node_upserted: says(
    ({ payload }) => nodeWritten(inside(payload.node)),
    ({ payload }) => inside(payload.node).title ?? inside(payload.node).text,
  ),
  graph_node_deleted: says(({ payload }) => `deleted the graph node ${plain(payload.id)}`),
  graph_edge_upserted: says(({ payload }) => `connected ${relationOf(inside(payload.edge))}`),
  graph_edge_deleted: says(({ payload }) => `disconnected ${relationOf(payload)}`),
  graph_conflict_found: says(
    ({ payload }) => `met a conflict about ${plain(inside(payload.conflict).key)}`,
  ),
  graph_conflict_resolved: says(({ entity }) => `resolved ${entity}`),
  ref_reset: says(({ payload }) => `reset ${plain(payload.doc)} to ${plain(payload.named)}`),
  tag_set: says(({ id }) => `set the tag ${id}`),
  tag_deleted: says(({ id }) => `deleted the tag ${id}`),
};

function cardWords({ type, tags, meta }: JsonObject): string {
  const to = plain(inside(meta).to);
  if (type === 'question') return `asked ${to === 'user' ? 'the user' : to}`.trim();
  if (type === 'decision') return 'recorded a decision';
  if (list(tags).includes('fact')) return 'recorded a fact';
  return `recorded a card: ${plain(type)}`;
}

function nodeWritten({ id, type, status }: JsonObject): string {
  const name = plain(id);
  if (type === 'question' && status === 'answered')
    return `marked the question ${name} as answered`;
  return `wrote the ${name.startsWith('CARD-') ? plain(type) : 'graph node'} ${name}`;
}

const OF_RULES: Partial<Record<EventType, Say>> = {
  rule_set: says(
    ({ entity, payload }) => {
      const { replaces, about } = payload;
      const where = plain(about) === '' ? '' : ` about ${plain(about)}`;
      if (plain(replaces) !== '') return `replaced ${plain(replaces)} by ${entity}${where}`;
      return `set the rule ${entity}${where}`;
    },
    ({ payload }) => payload.text,
  ),
  rule_retired: says(
    ({ entity }) => `retired ${entity}`,
    ({ payload }) => payload.text,
  ),
};

function relationOf({ from, rel, to }: JsonObject): string {
  return [from, rel, to].map(plain).join(' ');
}

const OF_NOTEBOOKS: Partial<Record<EventType, Say>> = {
  notebook_created: says(
    () => 'created a notebook',
    ({ payload }) => payload.title,
  ),
  notebook_deleted: says(() => 'deleted a notebook'),
  notebook_cell_added: says(cellWords('added'), cellText),
  notebook_cell_updated: says(cellWords('changed'), cellText),
  notebook_cell_moved: says(() => 'moved a cell'),
  notebook_cell_removed: says(() => 'removed a cell'),
  notebook_run_started: says(() => 'ran a cell'),
  notebook_run_ended: says(
    ({ payload }) =>
      payload.reason === 'ok' ? 'a run ended well' : `a run ended: ${plain(payload.reason)}`,
    ({ payload }) => payload.message,
  ),
};

function cellWords(verb: string) {
  return ({ payload }: Facts) => {
    const name = plain(inside(payload.cell).filename);
    return `${verb} a cell${name === '' ? '' : ` ${name}`}`;
  };
}

function cellText({ payload }: Facts): Json | undefined {
  return inside(payload.cell).content;
}

const ALL: Readonly<Record<string, Say>> = {
  ...OF_STEPS,
  ...OF_TARGETS,
  ...OF_THOUGHTS,
  ...OF_WORK,
  ...OF_MEMORY,
  ...OF_RULES,
  ...OF_NOTEBOOKS,
};

export function eventWords({ type, entity, payload = {} }: Told): EventWords {
  const say = Object.hasOwn(ALL, type) ? ALL[type] : undefined;
  if (!say) return { words: `${type.replaceAll('_', ' ')} ${entity}` };
  const fields = inside(payload.fields);
  const path = plain(fields.path);
  return say({
    id: entity.slice(entity.indexOf(':') + 1),
    entity,
    payload,
    fields,
    step: path === '' ? `a step of ${entity}` : `step ${path} of ${entity}`,
  });
}
