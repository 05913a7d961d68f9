/** One line of the report: a figure compared with another of the same run, whatever the machine. */

export interface Quantity {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
}

export type Unit =
  | ('ms' | 'µs' | 'MB' | 'bytes' | 'chars')
  | ('notes' | 'frames' | 'boxes' | 'elements' | 'questions')
  | 'of 1';

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export interface Row {
  readonly measured: Quantity;
  readonly against: Quantity;
  readonly ratio: number;
  /** Without a limit the row only informs. */
  readonly goal?: Goal;
  readonly met?: boolean;
}

export function row(measured: Quantity, against: Quantity, goal?: Goal): Row {
  const ratio = measured.value / against.value;
  return { measured, against, ratio, ...(goal ? { goal, met: isMet(ratio, goal) } : {}) };
}

/** A figure compared with its limit. */
export function within(measured: Quantity, most: number): Row {
  const { unit } = measured;
  return row(measured, { what: 'allowed', value: most, unit }, { atMost: 1 });
}

/** A figure compared with the least that is expected of it. */
export function reaching(measured: Quantity, least: number): Row {
  const { unit } = measured;
  return row(measured, { what: 'expected', value: least, unit }, { atLeast: 1 });
}

function isMet(ratio: number, goal: Goal): boolean {
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}
