/** Reads the handoff of a plan or task: what is done, what remains, and the risks. */

import type { Target } from '../../../domain/tasks/target.ts';
import { handoffOf } from '../../../domain/tasks/views/handoff.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { evidenceLine } from './captured-evidence.ts';
import { type HeaderCall, readRadarHeader } from './read-header.ts';

const ITEM_BYTES = 240;

export const HANDOFF_ITEMS = 10;

/** The newest captures; a handoff says what was shown, not all of it. */
const MAX_EVIDENCE = 5;

export async function readHandoff(
  call: HeaderCall,
  target: Target,
  items: number = HANDOFF_ITEMS,
): Promise<JsonObject> {
  const { header, around, progress } = await readRadarHeader(call, target, {
    open: items,
    done: items,
  });
  const captured = await call.tx.targets.evidence(target.root.id, undefined, {
    limit: Math.min(items, MAX_EVIDENCE),
  });
  const evidence = captured.map((event) => evidenceLine(event, ITEM_BYTES));
  return {
    ...header,
    ...handoffOf(target, around, { items, itemBytes: ITEM_BYTES }),
    ...(evidence.length === 0 ? {} : { evidence }),
    ...progress,
    truncated: false,
  };
}
