/** What there is to say about the plan or task in hand, a line each. */

import type { InHand } from './way-back.ts';

const MOST_PATHS = 5;

/** Why it is done, what it must keep to, and what was closed without proof. */
export function aboutLines({ why, contract, contract_of: of, unproven = [] }: InHand) {
  const more = unproven.length > MOST_PATHS ? ' …' : '';
  const paths = `${unproven.slice(0, MOST_PATHS).join(', ')}${more}`;
  return [
    ...(why === undefined ? [] : [`why: ${why}`]),
    ...(contract === undefined
      ? []
      : [`contract${of === undefined ? '' : ` of ${of}`}: ${contract}`]),
    ...(unproven.length === 0 ? [] : [`closed without proof: ${unproven.length} (${paths})`]),
  ];
}

/** All that the next step asks for. */
export function stepLines({ step }: InHand): readonly string[] {
  if (!step) return [];
  const lines = (label: string, texts: readonly string[]) =>
    texts.map((text) => `${step.path} ${label}: ${text}`);
  return [
    ...lines('criterion', step.criteria),
    ...lines('test', step.tests),
    ...lines('blocked by', step.blockers),
  ];
}
