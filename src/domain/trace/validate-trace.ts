/** Checks a whole trace: the fields of each step, their order and their references. */

import { excerpt } from '../../kernel/excerpt.ts';
import type { Json } from '../../kernel/json.ts';
import type { FoundOrder, TraceStep } from './trace-step.ts';

export type TraceFaultCode =
  | 'missing_text'
  | 'missing_meta'
  | 'invalid_thought_number'
  | 'invalid_total_thoughts'
  | 'missing_next_thought_needed'
  | 'invalid_branch_id'
  | 'number_not_increasing'
  | 'missing_revised_thought'
  | 'unknown_revised_thought'
  | 'unknown_branch_thought';

/** A type, not an interface, because views are JSON. */
export type TraceFault = {
  readonly seq: number;
  readonly code: TraceFaultCode;
  readonly message: string;
};

export interface TraceVerdict {
  /** How many steps were checked. Not all of them, if there were too many faults. */
  readonly checked: number;
  readonly errors: readonly TraceFault[];
  /** There is at least one fault beyond these. */
  readonly truncated: boolean;
}

/** A very long name in meta must not cause a very long message. */
const NAME_BYTES = 80;

interface StepFault {
  readonly code: TraceFaultCode;
  readonly message: string;
}

/** What is known from the steps so far. */
interface Seen {
  readonly numbers: Set<number>;
  /** The last number of each chain. The main chain has no name. */
  readonly last: Map<string | undefined, number>;
}

/** The check of one trace, page by page, so that a long trace is never loaded whole. */
export interface TraceCheck {
  /** Steps come oldest first. Once the verdict is `truncated`, no further page is needed. */
  take(steps: Iterable<TraceStep>): TraceVerdict;
}

export function checkTrace(maxErrors: number): TraceCheck {
  const seen: Seen = { numbers: new Set(), last: new Map() };
  const errors: TraceFault[] = [];
  let checked = 0;
  return {
    take(steps) {
      for (const step of steps) {
        if (errors.length > maxErrors) break;
        checked++;
        for (const fault of faultsOf(step, seen)) errors.push({ seq: step.seq, ...fault });
      }
      const truncated = errors.length > maxErrors;
      return { checked, errors: errors.slice(0, maxErrors), truncated };
    },
  };
}

function faultsOf(step: TraceStep, seen: Seen): StepFault[] {
  const text: StepFault[] = step.hasText
    ? []
    : [{ code: 'missing_text', message: 'it has no text' }];
  if (!step.isThought) return text;
  const { order } = step;
  if (order === undefined) {
    return [...text, { code: 'missing_meta', message: 'a thought needs its numbers in meta' }];
  }
  const references = referenceFaults(order, seen);
  // The thought is added to the earlier ones only now, since it cannot revise itself.
  return [...text, ...fieldFaults(order), ...chainFaults(order, seen), ...references];
}

function fieldFaults(order: FoundOrder): StepFault[] {
  const { thoughtNumber: number, totalThoughts: total } = order;
  const faults: StepFault[] = [];
  if (!isCount(number)) {
    faults.push({ code: 'invalid_thought_number', message: 'thoughtNumber: a number from 1' });
  }
  if (!isCount(total)) {
    faults.push({ code: 'invalid_total_thoughts', message: 'totalThoughts: a number from 1' });
  } else if (isCount(number) && total < number) {
    const message = `totalThoughts: ${total} is less than thoughtNumber ${number}`;
    faults.push({ code: 'invalid_total_thoughts', message });
  }
  if (typeof order.nextThoughtNeeded !== 'boolean') {
    const message = 'nextThoughtNeeded: true or false';
    faults.push({ code: 'missing_next_thought_needed', message });
  }
  return faults;
}

/**
 * Each number is compared with the one before it in its chain, so that one mistake is one fault.
 */
function chainFaults({ thoughtNumber, branchId }: FoundOrder, seen: Seen): StepFault[] {
  if (isCount(thoughtNumber)) seen.numbers.add(thoughtNumber);
  if (branchId !== undefined && (typeof branchId !== 'string' || branchId.trim() === '')) {
    return [{ code: 'invalid_branch_id', message: 'branchId: some text' }];
  }
  if (!isCount(thoughtNumber)) return [];
  const before = seen.last.get(branchId);
  seen.last.set(branchId, thoughtNumber);
  if (before === undefined || thoughtNumber > before) return [];
  const chain = branchId === undefined ? 'the main chain' : `branch ${quoted(branchId)}`;
  const message = `thoughtNumber: ${thoughtNumber} follows ${before} in ${chain}`;
  return [{ code: 'number_not_increasing', message }];
}

function referenceFaults(order: FoundOrder, { numbers }: Seen): StepFault[] {
  const { isRevision, revisesThought, branchFromThought } = order;
  const isKnown = (value: Json) => typeof value === 'number' && numbers.has(value);
  const faults: StepFault[] = [];
  if (revisesThought === undefined) {
    if (isRevision === true) {
      const message = 'revisesThought: required if isRevision is true';
      faults.push({ code: 'missing_revised_thought', message });
    }
  } else if (!isKnown(revisesThought)) {
    const message = `revisesThought: ${named(revisesThought)}`;
    faults.push({ code: 'unknown_revised_thought', message });
  }
  if (branchFromThought !== undefined && !isKnown(branchFromThought)) {
    const message = `branchFromThought: ${named(branchFromThought)}`;
    faults.push({ code: 'unknown_branch_thought', message });
  }
  return faults;
}

function named(reference: Json): string {
  return isCount(reference) ? `no earlier thought ${reference}` : 'a number from 1';
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

function quoted(name: string): string {
  return excerpt(JSON.stringify(name), NAME_BYTES);
}
