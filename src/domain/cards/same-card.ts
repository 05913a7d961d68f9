/** Whether two cards under one id say the same. */

import { canonicalJson, type JsonObject } from '../../kernel/json.ts';
import { keepSecrets } from '../../kernel/kept-secrets.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { NodeState } from '../graph/graph-events.ts';
import type { Card } from './card.ts';

const FIELDS = ['type', 'title', 'text', 'status', 'tags', 'meta'] as const;

/** The order of names in `meta` does not matter, at any depth. */
export function isSameCard(one: NodeState, other: Card): boolean {
  return differences(one, other).length === 0;
}

/** In what no tool changes after a card was recorded. */
export function saysTheSame(one: NodeState, other: Card): boolean {
  return one.type === other.type && one.title === other.title && one.text === other.text;
}

/** A card that was read redacted and comes back so has not changed. */
function differences(one: NodeState, other: Card): readonly string[] {
  const stored = one as unknown as JsonObject;
  const meant = keepSecrets(other as unknown as JsonObject, stored);
  return FIELDS.filter((name) => canonicalJson(stored[name]) !== canonicalJson(meant[name]));
}

/** `known`: what has the id already. `field`: the argument that carries the card. */
export function idIsTaken(known: NodeState, card: Card, field: string): Refusal {
  const other = differences(known, card).join(', ');
  return refuse('INVALID_INPUT', `${field}.id: ${card.id} exists already, with another ${other}`, {
    recovery: 'Leave id out for a new card.',
  });
}
