/** Which nodes a change has made actionable: those that waited before, and do not now. */

import { READINESS, type WorkNode } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import { briefNode } from './work-view.ts';

const MOST_TOLD = 50;

/** A type, not an interface: it goes into views. */
type Newly = {
  readonly newly_actionable: readonly JsonObject[];
  readonly newly_actionable_total?: number;
};

export interface Watch {
  /** Remembers how these nodes are, unless they are remembered already; `known` are not read again. */
  before(ids: readonly (string | null)[], known?: readonly WorkNode[]): Promise<void>;
  /** As answers tell it: the first of them, and how many there are where that is not all. */
  newly(): Promise<Newly>;
}

export function watchActionable(tx: Reading): Watch {
  const waited = new Map<string, boolean>();
  return {
    async before(ids, known = []) {
      const isKnown = new Set(known.map((node) => node.id));
      const unread = ids.filter((id): id is string => id !== null && !isKnown.has(id));
      const read = await tx.work.nodes(unread.filter((id) => !waited.has(id)));
      for (const node of [...known, ...read]) {
        // What was resolved and is taken up again did not wait.
        const waits = !node.resolved && node.readiness !== READINESS.actionable;
        if (!waited.has(node.id)) waited.set(node.id, waits);
      }
    },
    async newly() {
      const waiting = [...waited].flatMap(([id, isWaiting]) => (isWaiting ? [id] : []));
      const now = (await tx.work.nodes(waiting)).filter(
        (node) => node.readiness === READINESS.actionable,
      );
      const told = now.slice(0, MOST_TOLD).map(briefNode);
      return {
        newly_actionable: told,
        ...(now.length > told.length ? { newly_actionable_total: now.length } : {}),
      };
    },
  };
}
