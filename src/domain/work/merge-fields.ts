/**
 * What one node gets of another that is merged into it: links and properties that it lacks. What
 * both have stays as the survivor has it.
 */

import type { Json, JsonObject } from '../../kernel/json.ts';
import { HINT, isAboutClaim } from './claim.ts';
import { isSameJson } from './property-paths.ts';
import type { FieldChange, Kept } from './work-events.ts';
import type { WorkNode } from './work-node.ts';

export interface MergedFields {
  /** What the target gets. */
  readonly set: Kept['set'];
  readonly changes: Kept['changes'];
  /** The fields of the source that the target has with another value, or may not get. */
  readonly differing: readonly string[];
}

export function mergeFields(source: WorkNode, target: WorkNode): MergedFields {
  const properties: Record<string, Json | undefined> = { ...target.properties };
  const gained: FieldChange[] = [];
  const differing: string[] = [];
  for (const [name, value] of entriesOf(source.properties)) {
    const field = `properties.${name}`;
    if (Object.hasOwn(target.properties, name)) {
      const isSame = isSameJson(target.properties[name], value);
      if (!isSame && (name === HINT || !isAboutClaim(field))) differing.push(field);
    } else if (passesOn(name, target)) {
      properties[name] = value;
      gained.push({ field, before: null, after: value });
    }
  }
  const links = source.contextLinks.filter((link) => !target.contextLinks.includes(link));
  if (source.state !== undefined && !isSameJson(source.state, target.state)) {
    differing.push('state');
  }
  return {
    set: {
      ...(gained.length > 0 ? { properties } : {}),
      ...(links.length > 0 ? { context_links: [...target.contextLinks, ...links] } : {}),
    },
    changes: {
      target: [...gained, ...links.map((link) => fieldChange('context_links', null, link))],
      source: lostWith(source),
    },
    differing,
  };
}

/** A claim ends with its node; a hint is for whoever does the work, which goes on. */
function passesOn(name: string, target: WorkNode): boolean {
  if (name === HINT) return !target.resolved;
  return !isAboutClaim(`properties.${name}`);
}

/** Everything that the source had, so that its history can tell it. */
function lostWith(source: WorkNode): FieldChange[] {
  const { summary, parent, resolved, state, properties, contextLinks } = source;
  return [
    fieldChange('summary', summary, null),
    fieldChange('parent', parent, null),
    fieldChange('resolved', resolved, null),
    ...(state === undefined ? [] : [fieldChange('state', state, null)]),
    ...entriesOf(properties).map(([name, value]) => fieldChange(`properties.${name}`, value, null)),
    ...contextLinks.map((link) => fieldChange('context_links', link, null)),
  ];
}

function entriesOf(properties: JsonObject): [string, Json][] {
  return Object.entries(properties).filter((entry): entry is [string, Json] => {
    return entry[1] !== undefined;
  });
}

function fieldChange(field: string, before: Json, after: Json): FieldChange {
  return { field, before, after };
}
