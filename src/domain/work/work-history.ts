/** Shows what an event did to one node, for the history of the node. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { redact } from '../../kernel/redaction.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { JournalEvent } from '../journal/event.ts';
import { CLAIMED_AT, CLAIMED_BY, RELEASED_BY } from './claim.ts';
import type { FieldChange, WorkEventType } from './work-events.ts';
import { DEPENDS_ON, type Evidence, type WorkEdge } from './work-node.ts';

export interface HistoryEntry {
  readonly action: string;
  readonly changes: readonly FieldChange[];
}

/** `passed`: the evidence that a merge passed on. */
export function historyView(
  event: JournalEvent<WorkEventType>,
  node: string,
  passed: readonly Evidence[] = [],
): JsonObject {
  const { action, changes } = entryFor(event, node, passed);
  return {
    timestamp: timestamp(event.tsMs),
    agent: event.agent,
    action,
    changes: changes.map(withoutSecret),
  };
}

/** A secret is known by the name of its property, which is not the key of the value here. */
function withoutSecret({ field, before, after }: FieldChange): FieldChange {
  const [, name] = OF_PROPERTY.exec(field) ?? [];
  if (name === undefined) return { field, before, after };
  const shown = (value: Json) => redact({ [name]: value })[name] ?? null;
  return { field, before: shown(before), after: shown(after) };
}

const OF_PROPERTY = /^properties\.(.*)$/s;

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

function entryFor(
  event: JournalEvent<WorkEventType>,
  node: string,
  passed: readonly Evidence[] = [],
): HistoryEntry {
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
      return merged(event.payload, node, passed);
    case 'work_dropped':
      return dropped(event.payload, node);
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
      ...Object.entries(made?.properties ?? {}).map(([name, value]) =>
        change(`properties.${name}`, null, value ?? null),
      ),
      ...(made?.context_links ?? []).map((link) => change('context_links', null, link)),
      ...links
        .filter((link) => link.from === node)
        .map((link) => change('edge', null, { ...link, type: DEPENDS_ON })),
    ],
  };
}

/** Resolving has an action of its own, since readers look for it; reopening is an update. */
function updated(changes: readonly FieldChange[]): HistoryEntry {
  const resolves = changes.some(({ field, after }) => field === 'resolved' && after === true);
  return { action: resolves ? 'resolved' : 'updated', changes };
}

function dropped({ evidence, claims = [] }: Payload<'work_dropped'>, node: string): HistoryEntry {
  const claim = claims.find(({ id }) => id === node);
  return {
    action: 'dropped',
    changes: [
      change('resolved', false, true),
      ...(claim
        ? [
            change(`properties.${CLAIMED_BY}`, claim.by, null),
            change(`properties.${CLAIMED_AT}`, claim.at, null),
          ]
        : []),
      change('evidence', null, evidence),
      change('reason', null, evidence.ref),
    ],
  };
}

function merged(
  { source, target, summary, kept }: Payload<'work_merged'>,
  node: string,
  passed: readonly Evidence[],
): HistoryEntry {
  const { removed = [], added = [] } = kept?.edges ?? {};
  if (node === target) {
    const fallen = removed.filter(({ from, to }) => [from, to].includes(target));
    return {
      action: 'merged',
      changes: [
        change('merged_from', null, { id: source, summary }),
        ...(kept?.changes.target ?? []),
        ...fallen.map((edge) => change('edge', edge, null)),
        ...added.map((edge) => change('edge', null, edge)),
        ...passed.map((piece) => change('evidence', null, piece)),
      ],
    };
  }
  if (node === source) {
    return {
      action: 'merged',
      changes: [
        change('merged_into', null, target),
        ...(kept?.changes.source ?? []),
        ...removed.map((edge) => change('edge', edge, null)),
        ...passed.map((piece) => change('evidence', piece, null)),
      ],
    };
  }
  const edges = removed.filter(({ from }) => from === node).map((edge) => moved(edge, added));
  // Without `kept` only children list the event. Others list it for their edges.
  const isChild = kept === undefined || kept.children.includes(node);
  return isChild
    ? { action: 'moved', changes: [change('parent', source, target), ...edges] }
    : { action: 'merged', changes: edges };
}

/** An edge to the source leads to the target now, unless there is one already. */
function moved(edge: WorkEdge, added: readonly WorkEdge[]): FieldChange {
  const now = added.find(({ from, type }) => from === edge.from && type === edge.type);
  return change('edge', edge, now ?? null);
}
