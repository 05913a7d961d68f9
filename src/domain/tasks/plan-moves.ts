/** Moves that only plans have: changes of the checklist and the contract. */

import type { JsonObject } from '../../kernel/json.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Move, revised } from './move.ts';
import { type Checklist, type Target, withRoot } from './target.ts';
import { textList } from './text-list.ts';

export interface ChecklistUpdate {
  readonly steps?: readonly string[] | undefined;
  readonly current?: number | undefined;
  readonly doc?: string | undefined;
  readonly advance?: boolean | undefined;
}

export function updateChecklist(target: Target, update: ChecklistUpdate): Move | Refusal {
  const { steps, current, doc, advance } = update;
  if (steps === undefined && current === undefined && doc === undefined && !advance) {
    return refuse('INVALID_INPUT', 'steps, current, doc, advance: give one of them');
  }
  const was = target.root.checklist;
  const points = steps === undefined ? (was?.steps ?? []) : textList(steps);
  if (steps && steps.length > 0 && points.length === 0) {
    return refuse('INVALID_INPUT', 'steps: none of them says anything', {
      recovery: 'Send titles, or [] to empty the checklist.',
    });
  }
  const from = current ?? (steps === undefined ? (was?.current ?? 0) : 0);
  const at = from + (advance ? 1 : 0);
  if (at > points.length) {
    return refuse(
      'INVALID_INPUT',
      `current: ${at}, but the checklist has ${points.length} points`,
      {
        recovery: `At most ${points.length}, which means that all are done.`,
      },
    );
  }
  const checklist: Checklist = { doc: doc ?? was?.doc ?? null, current: at, steps: points };
  return {
    type: 'plan_updated',
    fields: { plan: target.root.id, ...checklist },
    after: revised(withRoot(target, { checklist })),
  };
}

/** `1/3`: how far a plan has come, by its checklist. */
export function planProgress(checklist: Checklist | null): string {
  return `${checklist?.current ?? 0}/${checklist?.steps.length ?? 0}`;
}

export interface ContractUpdate {
  readonly current?: string | undefined;
  readonly contract_data?: JsonObject | undefined;
  readonly clear?: boolean | undefined;
}

/** A field that is not given stays as it is; only `clear` deletes. */
export function updateContract(target: Target, update: ContractUpdate): Move | Refusal {
  const { current, contract_data: data, clear } = update;
  if (clear && (current !== undefined || data !== undefined)) {
    return refuse('INVALID_INPUT', 'clear: give it alone, or set current and contract_data');
  }
  if (!clear && current === undefined && data === undefined) {
    return refuse('INVALID_INPUT', 'current, contract_data, clear: give one of them');
  }
  const { contract, contract_data: had } = target.root;
  const next = clear
    ? { contract: null, contract_data: null }
    : { contract: current ?? contract, contract_data: data ?? had };
  return {
    type: 'contract_updated',
    fields: { plan: target.root.id, cleared: clear ?? false },
    after: revised(withRoot(target, next)),
  };
}
