/** Reads the handoff of a plan or task: what is done, what remains, and the risks. */

import type { Target } from '../../../domain/tasks/target.ts';
import { handoffOf } from '../../../domain/tasks/views/handoff.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type HeaderCall, readRadarHeader } from './read-header.ts';

const ITEM_BYTES = 240;

export const HANDOFF_ITEMS = 10;

export async function readHandoff(
  call: HeaderCall,
  target: Target,
  items: number = HANDOFF_ITEMS,
): Promise<JsonObject> {
  const { header, around, progress } = await readRadarHeader(call, target, {
    open: items,
    done: items,
  });
  return {
    ...header,
    ...handoffOf(target, around, { items, itemBytes: ITEM_BYTES }),
    ...progress,
    truncated: false,
  };
}
