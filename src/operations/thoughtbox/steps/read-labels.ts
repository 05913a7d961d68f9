/** Reads which labels of a thought in cipher are in use, before the thought is decided. */

import type { CipherRef, CipherStep } from '../../../domain/thoughts/cipher.ts';
import type { Resolve } from '../../../domain/thoughts/cipher-cards.ts';
import { MAIN } from '../../../domain/thoughts/session.ts';
import type { Reading } from '../../../store/port.ts';

export interface Labels {
  /** Whether an earlier thought of the chain has a step with this label. */
  isLabelled(label: number): boolean;
  /** Where a reference to an earlier thought leads. */
  readonly resolve: Resolve;
}

export async function readLabels(
  tx: Reading,
  session: number,
  chain: string,
  steps: readonly CipherStep[],
): Promise<Labels> {
  const referred = [...new Set(steps.flatMap(({ refs }) => refs.map((ref) => ref.label)))];
  const used = [...new Set([...steps.map((step) => step.label), ...referred])];
  const own = await tx.thoughts.stepNodes(session, chain, used);
  const main = chain === MAIN ? own : await tx.thoughts.stepNodes(session, MAIN, referred);
  // `[S3]` also means the thought with that number, in cipher or in prose.
  const others = referred.filter((label) => !own.has(label) && !main.has(label));
  const chains = chain === MAIN ? [MAIN] : [MAIN, chain];
  const places = others.flatMap((number) => chains.map((each) => ({ chain: each, number })));
  const thoughts = new Set((await tx.thoughts.known(session, places)).map(({ number }) => number));
  return {
    isLabelled: (label) => own.has(label),
    resolve: ({ label }: CipherRef) =>
      own.get(label) ?? main.get(label) ?? (thoughts.has(label) ? 'thought' : undefined),
  };
}
