/**
 * Which nodes of work a change has made actionable: those that waited before it and do not wait
 * after it.
 */

import { READINESS, type WorkNode } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import { briefNode } from './work-view.ts';

const MAX_SHOWN = 50;

/** A type, not an interface: it goes into views. */
type Newly = {
  readonly newly_actionable: readonly JsonObject[];
  readonly newly_actionable_total?: number;
};

export interface Watch {
  /** Remembers whether these nodes wait, once for each; `known` are not read again. */
  before(ids: readonly (string | null)[], known?: readonly WorkNode[]): Promise<void>;
  /** For the answer: the first of them, and their number if that is not all. */
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
        // A resolved node that is reopened did not wait.
        const waits = !node.resolved && node.readiness !== READINESS.actionable;
        if (!waited.has(node.id)) waited.set(node.id, waits);
      }
    },
    async newly() {
      const waiting = [...waited].flatMap(([id, isWaiting]) => (isWaiting ? [id] : []));
      const now = await tx.work.ranked(waiting);
      const shown = now.slice(0, MAX_SHOWN).map(briefNode);
      return {
        newly_actionable: shown,
        ...(now.length > shown.length ? { newly_actionable_total: now.length } : {}),
      };
    },
  };
}
