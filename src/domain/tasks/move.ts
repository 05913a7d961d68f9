/** A move: one event of an entity, with the entity as it is afterwards. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventDraft } from '../journal/event.ts';
import { changesBetween } from './change.ts';
import type { Entity } from './entity.ts';
import type { Capture } from './evidence.ts';
import type { Operation, TaskEventPayload, TaskEventType } from './task-events.ts';

export interface Move {
  readonly type: TaskEventType;
  readonly fields: JsonObject;
  readonly after: Entity;
  readonly operation?: Operation | undefined;
  readonly of?: readonly number[] | undefined;
  readonly evidence?: Capture | undefined;
}

/** Every operation adds exactly one to the revision, however many events it takes. */
export function revised(entity: Entity): Entity {
  return { ...entity, revision: entity.revision + 1 };
}

export interface TracePlace {
  readonly branch: number;
  readonly doc: string;
}

/** The events of a chain of moves; each keeps what it changed against the one before. */
export function draftsOf(
  before: Entity | undefined,
  moves: readonly Move[],
  place: TracePlace,
): readonly EventDraft[] {
  let was = before;
  return moves.map((move): EventDraft => {
    const payload: TaskEventPayload = {
      revision: move.after.revision,
      fields: move.fields,
      changes: changesBetween(was, move.after),
      ...(move.operation === undefined ? {} : { operation: move.operation }),
      ...(move.of === undefined ? {} : { of: move.of }),
      ...(move.evidence === undefined ? {} : { evidence: move.evidence }),
    };
    was = move.after;
    return { type: move.type, entity: move.after.root.id, ...place, payload };
  });
}
