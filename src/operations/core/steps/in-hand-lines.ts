/** What there is to say about the plan or task in hand, a line each. */

import type { InHand } from './way-back.ts';

const MAX_PATHS = 5;

/** Why it is done, what it must keep to, and what was closed without confirmation or proof. */
export function aboutLines(inHand: InHand): readonly string[] {
  const { why, contract, contract_of: of, lacking = [], unproven = [] } = inHand;
  return [
    ...(why === undefined ? [] : [`why: ${why}`]),
    ...(contract === undefined
      ? []
      : [`contract${of === undefined ? '' : ` of ${of}`}: ${contract}`]),
    ...(lacking.length === 0 ? [] : [`closed, but not confirmed: ${few(lacking)}`]),
    ...(unproven.length === 0
      ? []
      : [`closed without proof: ${unproven.length} (${few(unproven)})`]),
  ];
}

function few(places: readonly string[]): string {
  return `${places.slice(0, MAX_PATHS).join(', ')}${places.length > MAX_PATHS ? ' …' : ''}`;
}

/** All that the next step asks for, which of the others are blocked, and what its call leaves. */
export function stepLines({ step, blocked = [], remark }: InHand): readonly string[] {
  const said = remark === undefined ? [] : [remark];
  if (!step) return said;
  const lines = (label: string, texts: readonly string[]) =>
    texts.map((text) => `${step.path} ${label}: ${text}`);
  return [
    ...lines('criterion', step.criteria),
    ...lines('test', step.tests),
    ...lines('blocked by', step.blockers),
    ...blocked.slice(0, MAX_PATHS),
    ...said,
  ];
}
