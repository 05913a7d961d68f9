/** Opens events by their ids: notes, steps of a trace, evidence, and whatever else was entered. */

import { branchEntity } from '../../domain/branches/branch.ts';
import { effectiveView } from '../../domain/branches/effective-view.ts';
import { entryView, isNote, noteText } from '../../domain/documents/entry-view.ts';
import { reservedPrefix } from '../../domain/graph/graph-names.ts';
import { EVENTS } from '../../domain/journal/all-events.ts';
import type { OpensAs } from '../../domain/journal/define-event.ts';
import type { EventType, JournalEvent } from '../../domain/journal/event.ts';
import { sessionSeqOf } from '../../domain/thoughts/session.ts';
import { placeName } from '../../domain/thoughts/thought.ts';
import { historyView } from '../../domain/work/work-history.ts';
import { eventId, TARGET_ID } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { evidenceView, stepOf } from '../../operations/tasks/steps/target-view.ts';
import { taskEventView } from '../../operations/tasks/steps/task-event-view.ts';
import type { Reading } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { numberAt } from '../terms/postings.ts';
import { shownWhole } from '../terms/shown-text.ts';
import { openConflict } from './open-conflict.ts';
import { openRule } from './open-rule.ts';
import { openSession, openThought } from './open-thought.ts';
import { type Near, near, type OpenContext, type Opened, type Opener, titlesOf } from './opened.ts';

/** An id, the bare number, or the source of a note that a merge copied. */
const FORM = /^(?:evt_|merge:.+:)?0*([0-9]{1,15})$/;

export const openEvent: Opener = {
  prefixes: ['event'],
  claims: (id) => FORM.test(id),
  async open(context, id) {
    const event = await context.tx.journal.at(Number(FORM.exec(id)?.[1]));
    return event ? openedEvent(context, event) : [];
  },
  // A bare number in a query is a number.
  texts: async (_tx, id) => (/^\d/.test(id) ? [] : [numberAt(Number(FORM.exec(id)?.[1]))]),
};

type Open<Event> = (context: OpenContext, event: Event) => Promise<readonly Opened[]>;

/** The events whose declarations name this way. */
type EventOpening<Way extends OpensAs> = JournalEvent<
  { [Type in EventType]: (typeof EVENTS)[Type]['opensAs'] extends Way ? Type : never }[EventType]
>;

const OPENS: { readonly [Way in OpensAs]: Open<EventOpening<Way>> } = {
  note: async ({ tx }, event) => [await openedNote(tx, event)],
  card: async (_context, event) => [openedOther(event, cardOf(event))],
  rule: (context, { entity }) => openRule.open(context, entity),
  conflict: (context, { entity }) => openConflict.open(context, entity),
  session: async (context, { entity }) => {
    const id = await sessionId(context.tx, entity);
    return id === undefined ? [] : openSession.open(context, id);
  },
  thought: async (context, { entity, payload: { branch: chain = '', number } }) => {
    const id = await sessionId(context.tx, entity);
    const place = placeName({ chain, number });
    return id === undefined ? [] : openThought.open(context, `${id}#${place}`);
  },
  task: async ({ tx }, event) => [await openedTaskEvent(tx, event)],
  work: async ({ tx }, event) => [await openedWorkEvent(tx, event)],
  event: async (_context, event) => [openedOther(event, entityOf(event))],
};

function openedEvent(context: OpenContext, event: JournalEvent): Promise<readonly Opened[]> {
  // By its type, each row gets the events that name it.
  const open = OPENS[EVENTS[event.type].opensAs] as Open<JournalEvent>;
  return open(context, event);
}

function base(event: JournalEvent) {
  return { id: eventId(event.seq), atMs: event.tsMs, by: event.agent };
}

async function sessionId({ journal }: Reading, entity: string): Promise<string | undefined> {
  const started = await journal.at(sessionSeqOf(entity));
  return started?.type === 'session_started' ? started.payload.id : undefined;
}

const KINDS = { note_committed: 'note', trace_step_recorded: 'trace', card_recorded: 'trace' };

async function openedNote(tx: Reading, event: EventOpening<'note'>): Promise<Opened> {
  const { doc = '', branch: id = 0 } = event;
  const branch = await tx.branches.byId(id);
  const { title, content } = noteText(event);
  const card = event.type === 'card_recorded' ? event.payload.card : undefined;
  return {
    ...base(event),
    kind: KINDS[event.type],
    title: title ?? content,
    in: branch ? `${branch.name}/${doc}` : doc,
    state: branch ? undefined : 'deleted',
    content: entryView(event),
    near: [
      ...(card ? [near('card', `card:${card.id}`, card.title ?? card.text ?? '')] : []),
      ...(branch ? await entriesAround(tx, event) : []),
    ],
    next: branch
      ? suggestCall('show', { branch: branch.name, doc }, 'Read the document')
      : suggestCall('branch_list', {}, 'See the branches there are'),
  };
}

async function entriesAround(tx: Reading, { branch = 0, doc = '', seq }: JournalEvent) {
  const view = effectiveView(await tx.branches.lineage(branch));
  const [before] = await tx.journal.inView(view, doc, { before: seq, limit: 1 });
  const [after] = await tx.journal.inViewAfter(view, doc, seq, 1);
  const shown = (as: string, event: JournalEvent | undefined): readonly Near[] =>
    event ? [near(as, eventId(event.seq), lineFor(event))] : [];
  return [...shown('before', before), ...shown('after', after)];
}

function lineFor(event: JournalEvent): string {
  if (!isNote(event)) return `${event.type} ${event.entity}`;
  const { title, content } = noteText(event);
  return shownWhole({ ...(title === undefined ? {} : { title }), text: content });
}

async function openedTaskEvent(tx: Reading, event: EventOpening<'task'>): Promise<Opened> {
  const target = event.entity;
  const isEvidence = event.type === 'evidence_captured';
  const { step_id: named } = event.payload.fields;
  const step = isEvidence ? stepOf(event as JournalEvent<'evidence_captured'>) : named;
  const place = typeof step === 'string' ? nameOf.part(target, step) : target;
  const title = (await titlesOf(tx, [place])).get(place) ?? place;
  return {
    ...base(event),
    kind: isEvidence ? 'evidence' : 'event',
    title: `${event.type} in ${place}`,
    in: place,
    content: isEvidence
      ? evidenceView(event as JournalEvent<'evidence_captured'>)
      : taskEventView(event),
    near: [near(place === target ? 'target' : 'step', place, title)],
    next:
      event.type === 'task_deleted'
        ? suggestCall('recall', { id: target }, 'See what was deleted')
        : suggestCall('tasks_history', { target }, 'See what else was done'),
  };
}

/** Evidence of work is entered with the change that it belongs to. */
async function openedWorkEvent(tx: Reading, event: EventOpening<'work'>): Promise<Opened> {
  const id = event.entity.slice('work:'.length);
  const [node] = await tx.work.nodes([id]);
  const isEvidence = event.type === 'work_updated' && event.payload.evidence.length > 0;
  return {
    ...base(event),
    kind: isEvidence ? 'evidence' : 'event',
    title: `${event.type} of ${node?.summary ?? id}`,
    in: id,
    content: historyView(event, id),
    near: [near('node', id, node?.summary ?? 'merged into another')],
    next: node
      ? suggestCall('graph_history', { node_id: id }, 'See what else was done to it')
      : suggestCall('recall', { id }, 'See what became of it'),
  };
}

/** Events whose entity opens by that name. */
const OPENABLE = /^(?:pattern|scratchpad|notebook):/;

function entityOf({ entity }: JournalEvent): string | undefined {
  return TARGET_ID.test(entity) || OPENABLE.test(entity) ? entity : undefined;
}

function cardOf({ type, payload }: EventOpening<'card'>): string {
  const id = type === 'graph_node_upserted' ? payload.node.id : payload.id;
  return reservedPrefix(id) === undefined ? `card:${id}` : id;
}

/** `about`: the id of what the event is about, if that can be opened. */
function openedOther(event: JournalEvent, about: string | undefined): Opened {
  const { entity, type } = event;
  const isOfBranch = event.branch !== undefined && entity === branchEntity(event.branch);
  return {
    ...base(event),
    kind: 'event',
    title: `${type} of ${entity}`,
    in: isOfBranch ? event.doc : entity,
    content: { ...entryView(event), payload: event.payload as JsonObject },
    near: about === undefined ? [] : [near('about', about, about)],
    next:
      about === undefined
        ? suggestCall('status', {}, 'See where the work stands')
        : suggestCall('recall', { id: about }, 'See what it is about'),
  };
}
