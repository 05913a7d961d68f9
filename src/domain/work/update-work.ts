/** Updates one node. Only differences count: a call that changes nothing creates no event. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { keepSecrets } from '../../kernel/kept-secrets.ts';
import type { EventDraft, EventPayloads } from '../journal/event.ts';
import {
  CLAIMED_AT,
  CLAIMED_BY,
  claimIn,
  claimProperties,
  HINT,
  isAboutClaim,
  RELEASED_BY,
  withoutClaim,
} from './claim.ts';
import { isSameJson } from './property-paths.ts';
import type { FieldChange } from './work-events.ts';
import { workNodeId } from './work-id.ts';
import type { Evidence, WorkNode } from './work-node.ts';

export interface WorkUpdate {
  readonly resolved?: boolean | undefined;
  readonly state?: Json | undefined;
  readonly summary?: string | undefined;
  /** Merged into the existing properties; null deletes one. */
  readonly properties?: JsonObject | undefined;
  readonly add_context_links?: readonly string[] | undefined;
  readonly remove_context_links?: readonly string[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  readonly claim?: NewClaim | undefined;
  /** Ends the claim, whichever agent has it. */
  readonly release?: Release | undefined;
  readonly hint?: string | undefined;
}

export interface Release {
  /** The agent that ends it. Only its own claim has it given back. */
  readonly agent: string;
}

export interface NewClaim {
  readonly agent: string;
  readonly atMs: number;
  /** Whether it ends with the process or session that made it. */
  readonly ofProcess: boolean;
}

type Updated = EventPayloads['work_updated'];
type Set = Updated['set'];

export function updateWork(node: WorkNode, sent: WorkUpdate): EventDraft | undefined {
  const update = withStored(sent, node);
  const set: { -readonly [Field in keyof Set]: Set[Field] } = {};
  const changes: FieldChange[] = [];
  const note = (field: string, before: Json | undefined, after: Json | undefined) =>
    changes.push({ field, before: before ?? null, after: after ?? null });

  const summary = update.summary?.trim();
  if (summary !== undefined && summary !== node.summary) {
    set.summary = summary;
    note('summary', node.summary, summary);
  }
  if (update.resolved !== undefined && update.resolved !== node.resolved) {
    set.resolved = update.resolved;
    note('resolved', node.resolved, update.resolved);
  }
  if (update.state !== undefined && !isSameJson(node.state, update.state)) {
    set.state = update.state;
    note('state', node.state, update.state);
  }
  const properties = propertiesAfter(node, update);
  for (const name of Object.keys({ ...node.properties, ...properties })) {
    const [before, after] = [own(node.properties, name), own(properties, name)];
    if (isSameJson(before, after)) continue;
    set.properties = properties;
    note(`properties.${name}`, before, after);
  }
  // The claim stays bound to its process when other properties change.
  const isBound = update.claim?.ofProcess ?? node.claimOfProcess;
  if (set.properties && isBound && claimIn(set.properties)) set.claim_of_process = true;
  const links = linksAfter(node, update);
  if (links.join('\n') !== node.contextLinks.join('\n')) {
    set.context_links = links;
    const gone = node.contextLinks.filter((link) => !links.includes(link));
    for (const link of gone) note('context_links', link, null);
    for (const link of links)
      if (!node.contextLinks.includes(link)) note('context_links', null, link);
  }
  const evidence = update.evidence ?? [];
  for (const each of evidence) note('evidence', null, each);
  if (changes.length === 0) return undefined;
  const isOfClaims = changes.every(({ field }) => isAboutClaim(field));
  if (isOfClaims || (update.release && !node.resolved && !set.resolved)) set.keeps_place = true;
  return {
    type: 'work_updated',
    entity: workNodeId(node.id),
    payload: { project: node.project, id: node.id, changes, set, evidence },
  };
}

/** What was read redacted and comes back so is unchanged. */
function withStored(sent: WorkUpdate, node: WorkNode): WorkUpdate {
  return {
    ...sent,
    summary: keepSecrets(sent.summary, node.summary),
    state: keepSecrets(sent.state, node.state),
    properties: keepSecrets(sent.properties, node.properties),
  };
}

/** A property may have the name of an inherited one, such as constructor. */
function own(properties: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Resolving ends the claim and deletes the hint. They can be set only by their own arguments. */
function propertiesAfter(node: WorkNode, update: WorkUpdate): JsonObject {
  const { properties, resolved, claim, release, hint } = update;
  const isDone = resolved === true && !node.resolved;
  const merged: Record<string, Json | undefined> = {
    ...(isDone || release ? withoutClaim(node.properties) : node.properties),
  };
  if (isDone) delete merged[HINT];
  if (isDone || claim) delete merged[RELEASED_BY];
  else if (release && claimIn(node.properties)?.agent === release.agent) {
    merged[RELEASED_BY] = release.agent;
  }
  if (claim) Object.assign(merged, claimProperties(claim.agent, claim.atMs));
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name === CLAIMED_BY || name === CLAIMED_AT) continue;
    if ((name === HINT || name === RELEASED_BY) && value !== null) continue;
    if (value === null || value === undefined) delete merged[name];
    else merged[name] = value;
  }
  if (hint !== undefined) merged[HINT] = hint.trim();
  return merged;
}

function linksAfter(node: WorkNode, update: WorkUpdate): readonly string[] {
  const { add_context_links: added = [], remove_context_links: removed = [] } = update;
  return [...new Set([...node.contextLinks, ...added])].filter((link) => !removed.includes(link));
}
