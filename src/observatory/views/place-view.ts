/** Where an id belongs on the page: the view and the address below it. */

import { z } from 'zod';
import { documentNames } from '../../domain/documents/document.ts';
import { isNote } from '../../domain/documents/entry-view.ts';
import type { JournalEvent } from '../../domain/journal/event.ts';
import { RULE_ID } from '../../domain/rules/rule.ts';
import { STEP_ID } from '../../domain/tasks/step-tree.ts';
import { UUID } from '../../kernel/ids.ts';
import type { Reading } from '../../store/port.ts';
import { defineView, type Look, type ViewRow } from '../view.ts';
import { viewOfBranch } from './memory/branch-of-view.ts';
import { cardAddress } from './memory/card-address.ts';
import { readSession } from './thinking/read-session.ts';

export interface PlaceRow extends ViewRow {
  readonly view: string;
  /** The segments behind the view. */
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type PageAddress = Omit<PlaceRow, 'key'>;

type Finder = (look: Look, id: string) => Promise<PageAddress | undefined>;

const at = (
  view: string,
  rest: readonly string[],
  query: PageAddress['query'] = {},
): PageAddress => ({
  view,
  rest,
  query,
});

/** Each knows one kind of id; the first that finds something decides. */
const FINDERS: readonly Finder[] = [
  async ({ tx }, id) => {
    const summary = await tx.targets.summary(id.toUpperCase());
    return summary && at('tasks', [summary.id]);
  },
  async ({ tx }, id) => {
    const name = id.toUpperCase();
    const rule = RULE_ID.test(name) ? await tx.rules.byId(name) : undefined;
    return rule && at('tasks', [], { panel: `rule:${name}` });
  },
  async ({ tx }, id) => {
    const [step = '', named] = id.toUpperCase().split('/', 2).reverse();
    if (!STEP_ID.test(step)) return undefined;
    const task = named === undefined ? await taskWithStep(tx, step) : await taskOf(tx, named, step);
    return task === undefined
      ? undefined
      : at('tasks', [task, step], { panel: `step:${task}/${step}` });
  },
  async ({ tx }, id) => {
    const conflict = /^CONFLICT-/i.test(id) ? await tx.conflicts.byId(id) : undefined;
    return conflict && at('memory', ['conflicts', id]);
  },
  async ({ tx }, id) => {
    const [node] = await tx.work.nodes([id]);
    return node && at('work', [node.project, id], { panel: `node:${id}` });
  },
  async (look, id) => {
    const [, session = '', place] = /^([^:#]+)(?:[:#](.+))?$/.exec(id) ?? [];
    if (!(await readSession(look, session))) return undefined;
    return at('thinking', place === undefined ? [session] : [session, place]);
  },
  async ({ tx }, id) => {
    const [notebook = '', cell] = id.split(/[:/]/, 2);
    if (!(await tx.notebooks.outline(notebook))) return undefined;
    return at('notebooks', cell === undefined ? [notebook] : [notebook, cell]);
  },
  async ({ tx }, id) => {
    const run = UUID.test(id) ? await tx.notebooks.run(id) : undefined;
    if (!run || !(await tx.notebooks.outline(run.notebook))) return undefined;
    return at('notebooks', [run.notebook, run.cell]);
  },
  async ({ tx }, id) => {
    const card = await placeOfCard(tx, id);
    return card && at('memory', [card.branch, card.doc], { tab: 'cards', panel: card.panel });
  },
  async ({ tx }, id) => {
    const branch = await tx.branches.byName(id);
    return branch && at('memory', [branch.name]);
  },
  async ({ tx }, id) => {
    if (await tx.thoughts.pattern(id)) return knowledge(`pattern:${id}`);
    return (await tx.thoughts.note(id)) ? knowledge(`note:${id}`) : undefined;
  },
  async ({ tx }, id) => {
    const [, digits = '0'] = /^evt_([0-9]{1,16})$/i.exec(id) ?? [];
    const event = await eventAt(tx, Number(digits));
    return event && placeOfEvent(tx, event);
  },
  async ({ tx }, id) => {
    const event = await eventAt(tx, /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0);
    return event && at('history', [], { panel: `event:${event.seq}` });
  },
];

const knowledge = (key: string): PageAddress =>
  at('memory', [], { tab: 'patterns', panel: `pattern:${key}` });

async function eventAt(tx: Reading, seq: number): Promise<JournalEvent | undefined> {
  return seq > 0 && seq <= tx.head ? tx.journal.at(seq) : undefined;
}

/** Entries and evidence have a place of their own; any other event is shown as such. */
async function placeOfEvent(tx: Reading, event: JournalEvent): Promise<PageAddress> {
  const { seq, type, doc = '' } = event;
  if (type === 'evidence_captured') {
    const { task, step_id: step } = event.payload.fields;
    const of = typeof step === 'string' ? `${task}/${step}` : `${task}`;
    return at('tasks', [`${task}`], { panel: `evidence:${of}` });
  }
  const branch = event.branch === undefined ? undefined : await tx.branches.byId(event.branch);
  if (branch && isNote(event)) {
    return at('memory', [branch.name, doc], { panel: `entry:${seq}` });
  }
  return at('history', [], { panel: `event:${seq}` });
}

/** Tasks that are searched for a step, the newest first. */
const TASKS_TO_SEARCH = 200;

async function taskOf(tx: Reading, id: string, step: string): Promise<string | undefined> {
  const target = await tx.targets.byId(id);
  return target?.steps.some((each) => each.id === step) ? target.root.id : undefined;
}

/** A step is known by its task only. */
async function taskWithStep(tx: Reading, step: string): Promise<string | undefined> {
  const tasks = await tx.targets.latest({ kind: 'task' }, TASKS_TO_SEARCH);
  for (const { id } of [...tasks].reverse()) {
    const target = await tx.targets.byId(id);
    if (target?.steps.some((each) => each.id === step)) return id;
  }
  return undefined;
}

/** Where a card was recorded, if its branch still sees it. */
async function placeOfCard(tx: Reading, id: string) {
  const { lines } = await tx.lines.page({ entity: `card:${id}` }, { limit: 1 });
  const event = lines[0] && (await tx.journal.at(lines[0].seq));
  const branch = event?.branch === undefined ? undefined : await tx.branches.byId(event.branch);
  if (!branch) return undefined;
  const doc = documentNames(/^(.+)-trace$/s.exec(event?.doc ?? '')?.[1]).graph;
  const [node] = await tx.graph.byKey(await viewOfBranch(tx, branch.id), doc, 'node', [id]);
  return (
    node?.state && { branch: branch.name, doc, panel: `card:${cardAddress(branch.id, doc, id)}` }
  );
}

async function placeOf(look: Look, id: string): Promise<readonly PlaceRow[]> {
  for (const find of FINDERS) {
    const place = await find(look, id);
    if (place) return [{ key: id, ...place }];
  }
  return [];
}

export const PLACE_VIEW = defineView({
  name: 'place',
  args: z.object({ id: z.string().min(1).max(300) }),
  page: async (look, { id }) => ({ rows: await placeOf(look, id) }),
  touched: (_look, { id }) => [id],
  rows: (look, { id }) => placeOf(look, id),
});
