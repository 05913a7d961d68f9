/** Shows what an event did to one node, for the history of the node. */

import type { JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { JournalEvent } from '../journal/event.ts';
import { CLAIMED_BY, RELEASED_BY } from './claim.ts';
import type { FieldChange, WorkEventType } from './work-events.ts';

export interface HistoryEntry {
  readonly action: string;
  readonly changes: readonly FieldChange[];
}

export function historyView(event: JournalEvent<WorkEventType>, node: string): JsonObject {
  const { action, changes } = entryFor(event, node);
  return { timestamp: timestamp(event.tsMs), agent: event.agent, action, changes };
}

/** What other agents did to a node since an agent changed it last. */
export interface OthersChanges {
  /** One line for each agent, in few words: `ben: evidence, summary`. */
  readonly shown: readonly string[];
  /** Whether one of them ended a claim of the agent. */
  readonly endedClaim: boolean;
}

/** `events`: newest first. If none of them is by the agent, it had nothing to do with the node. */
export function changesOfOthers(
  events: readonly JournalEvent<WorkEventType>[],
  node: string,
  agent: string,
): OthersChanges {
  const own = events.findIndex((event) => event.agent === agent);
  const since = own < 0 ? [] : events.slice(0, own).toReversed();
  const words = new Map<string, Set<string>>();
  let endedClaim = false;
  for (const event of since) {
    const { action, changes } = entryFor(event, node);
    endedClaim ||= changes.some(
      ({ field, before }) => field === `properties.${CLAIMED_BY}` && before === agent,
    );
    const known = words.get(event.agent) ?? new Set();
    words.set(event.agent, known);
    if (action !== 'updated') known.add(action);
    else for (const { field } of changes) known.add(wordFor(field));
  }
  return {
    shown: [...words].map(([by, what]) => `${by}: ${[...what].join(', ')}`),
    endedClaim,
  };
}

function wordFor(field: string): string {
  if (field.startsWith('properties._claimed') || field === `properties.${RELEASED_BY}`)
    return 'claim';
  return field.replace(/^properties\._?/, '').replace('context_links', 'links');
}

function entryFor(event: JournalEvent<WorkEventType>, node: string): HistoryEntry {
  switch (event.type) {
    case 'work_project_opened':
      return { action: 'created', changes: [change('summary', null, event.payload.summary)] };
    case 'work_planned':
      return planned(event.payload, node);
    case 'work_updated':
      return updated(event.payload.changes);
    case 'work_connected':
      return { action: 'edge_added', changes: [change('edge', null, event.payload.edge)] };
    case 'work_disconnected':
      return { action: 'edge_removed', changes: [change('edge', event.payload.edge, null)] };
    case 'work_moved':
      return {
        action: 'moved',
        changes: [change('parent', event.payload.from, event.payload.to)],
      };
    case 'work_merged':
      return merged(event.payload, node);
    case 'work_dropped':
      return {
        action: 'dropped',
        changes: [
          change('resolved', false, true),
          change('evidence', null, event.payload.evidence),
          change('reason', null, event.payload.evidence.ref),
        ],
      };
  }
}

function change(field: string, before: FieldChange['before'], after: FieldChange['after']) {
  return { field, before, after };
}

type Payload<Type extends WorkEventType> = JournalEvent<Type>['payload'];

function planned(
  { nodes, depends_on: links }: Payload<'work_planned'>,
  node: string,
): HistoryEntry {
  const made = nodes.find((each) => each.id === node);
  return {
    action: 'created',
    changes: [
      change('summary', null, made?.summary ?? null),
      change('parent', null, made?.parent ?? null),
      ...links
        .filter((link) => link.from === node)
        .map((link) => change('edge', null, { ...link, type: 'depends_on' })),
    ],
  };
}

/** Resolving has an action of its own, since readers look for it; reopening is an update. */
function updated(changes: readonly FieldChange[]): HistoryEntry {
  const resolves = changes.some(({ field, after }) => field === 'resolved' && after === true);
  return { action: resolves ? 'resolved' : 'updated', changes };
}

function merged({ source, target, summary }: Payload<'work_merged'>, node: string): HistoryEntry {
  if (node === target) {
    return { action: 'merged', changes: [change('merged_from', null, { id: source, summary })] };
  }
  if (node === source) {
    return { action: 'merged', changes: [change('merged_into', null, target)] };
  }
  return { action: 'moved', changes: [change('parent', source, target)] };
}
