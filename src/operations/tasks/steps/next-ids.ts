/** The next ids of plans, tasks, steps and task nodes. Numbers are never reused. */

import type { Reading } from '../../../store/port.ts';

export interface NextIds {
  plan(): string;
  task(): string;
  step(): string;
  node(): string;
}

export async function nextIds(tx: Reading): Promise<NextIds> {
  const last = { ...(await tx.targets.counters()) };
  const next = (prefix: string) => {
    last[prefix] = (last[prefix] ?? 0) + 1;
    return last[prefix];
  };
  const decimal = (prefix: string) => `${prefix}-${String(next(prefix)).padStart(3, '0')}`;
  const hex = (prefix: string) =>
    `${prefix}-${next(prefix).toString(16).toUpperCase().padStart(8, '0')}`;
  return {
    plan: () => decimal('PLAN'),
    task: () => decimal('TASK'),
    step: () => hex('STEP'),
    node: () => hex('NODE'),
  };
}
