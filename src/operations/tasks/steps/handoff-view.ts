/** A plan or task for whoever takes it over: what is done, what remains, and the risks. */

import type { Entity } from '../../../domain/tasks/entity.ts';
import { handoffOf } from '../../../domain/tasks/views/handoff.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type HeaderCall, radarHeader } from './target-header.ts';

const ITEM_BYTES = 240;

export const HANDOFF_ITEMS = 10;

export async function handoffView(
  call: HeaderCall,
  entity: Entity,
  items: number = HANDOFF_ITEMS,
): Promise<JsonObject> {
  const { header, around, progress } = await radarHeader(call, entity, {
    open: items,
    done: items,
  });
  return {
    ...header,
    ...handoffOf(entity, around, { items, itemBytes: ITEM_BYTES }),
    ...progress,
    truncated: false,
  };
}
