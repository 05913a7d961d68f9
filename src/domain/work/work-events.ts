/** The events of the work graph. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { counted } from '../../kernel/text.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import {
  defineEvent,
  type EventText,
  none,
  shape,
  type Told,
  type Words,
} from '../journal/define-event.ts';
import type { Evidence, Link, WorkEdge } from './work-node.ts';

/** Types, not interfaces, because payloads are JSON. */
export type PlannedNode = {
  readonly id: string;
  readonly parent: string;
  readonly depth: number;
  readonly summary: string;
  readonly context_links: readonly string[];
  readonly properties: JsonObject;
};

export type FieldChange = {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
};

/** What a merge did beside moving children and evidence. */
export type Kept = {
  /** The new values of the target. */
  readonly set: { readonly properties?: JsonObject; readonly context_links?: readonly string[] };
  /** What the source lost and what the target gained. */
  readonly changes: {
    readonly source: readonly FieldChange[];
    readonly target: readonly FieldChange[];
  };
  readonly edges: { readonly removed: readonly WorkEdge[]; readonly added: readonly WorkEdge[] };
  /** The children that moved. */
  readonly children: readonly string[];
};

export type EndedClaim = { readonly id: string; readonly by: string; readonly at: string };

/**
 * Since version 2 the reasoning graph follows from the event. Version 1 entered nodes and edges by
 * events of their own; its upcaster marks that they exist.
 */
function workEvent<Facts>(
  text: (facts: Facts) => EventText | undefined,
  words: (told: Told<Facts & Mirrored>) => Words,
) {
  return defineEvent<Facts & Mirrored, 'work'>({
    payload: shape(),
    upcasters: [markMirrored],
    words,
    text,
    opensAs: 'work',
  });
}

export const WORK_EVENTS = {
  work_project_opened: workEvent<{
    readonly project: string;
    readonly id: string;
    readonly summary: string;
  }>(none, ({ payload: { project = '', summary } }) => [`opened the project ${project}`, summary]),
  work_planned: workEvent<{
    readonly project: string;
    readonly nodes: readonly PlannedNode[];
    readonly depends_on: readonly Link[];
  }>(none, ({ payload: { project, nodes = [] } }) => {
    const many = nodes.length === 0 ? 'nodes' : counted(nodes.length, 'node');
    return [`planned ${many} of work${project ? ` in ${project}` : ''}`, nodes[0]?.summary];
  }),
  work_updated: workEvent<WorkUpdated>(none, (told) => {
    const { set, evidence } = told.payload;
    return [changeWords(told), set?.summary ?? evidence?.[0]?.ref];
  }),
  work_connected: workEvent<{ readonly project: string; readonly edge: WorkEdge }>(
    none,
    ({ payload: { edge } }) => `connected ${edgeWords(edge)}`,
  ),
  work_disconnected: workEvent<{ readonly project: string; readonly edge: WorkEdge }>(
    none,
    ({ payload: { edge } }) => `disconnected ${edgeWords(edge)}`,
  ),
  work_moved: workEvent<{
    readonly project: string;
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly deeper: number;
  }>(none, ({ id, payload: { to = '' } }) => `moved ${id} below ${to}`),
  work_merged: workEvent<{
    readonly project: string;
    readonly source: string;
    readonly target: string;
    readonly summary: string;
    readonly deeper: number;
    /** Absent in earlier events, whose target got no links and no properties. */
    readonly kept?: Kept;
  }>(none, ({ payload: { source = '', target = '', summary } }) => [
    `merged ${source} into ${target}`,
    summary,
  ]),
  /** The node and everything unresolved below it. */
  work_dropped: workEvent<{
    readonly project: string;
    readonly id: string;
    readonly evidence: Evidence;
    /** The claims that it ended; earlier events do not say. */
    readonly claims?: readonly EndedClaim[];
  }>(none, ({ id, payload: { evidence } }) => [`dropped ${id}`, evidence?.ref]),
};

type WorkUpdated = {
  readonly project: string;
  readonly id: string;
  readonly changes: readonly FieldChange[];
  /** The new values of the fields that changed. */
  readonly set: {
    readonly summary?: string;
    readonly resolved?: boolean;
    readonly state?: Json;
    readonly properties?: JsonObject;
    readonly context_links?: readonly string[];
    /** With a claim in `properties`: whether it ends with the process that made it. */
    readonly claim_of_process?: boolean;
    /** A claim, a release or a hint, which leaves the node its place in the order of work. */
    readonly keeps_place?: boolean;
  };
  readonly evidence: readonly Evidence[];
};

function changeWords({ id, payload: { set, changes = [] } }: Told<WorkUpdated>): string {
  if (set?.resolved === true) return `resolved ${id}`;
  if (set?.resolved === false) return `reopened ${id}`;
  const claimer = set?.properties?._claimed_by;
  if (typeof claimer === 'string') return `claimed ${id}`;
  if (claimer === null) return `released ${id}`;
  const names = changes.map(({ field }) => field).slice(0, 4);
  return `changed ${names.length === 0 ? '' : `${names.join(', ')} of `}${id}`;
}

function edgeWords({ from, type, to }: Partial<WorkEdge> = {}): string {
  return [from, type, to].join(' ');
}

export type WorkEventType = keyof typeof WORK_EVENTS;
