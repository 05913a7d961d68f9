/** Reads which labels of a thought in cipher are in use, before the thought is decided. */

import type { CipherRef, CipherStep } from '../../../domain/thoughts/cipher.ts';
import type { Referred, Resolve } from '../../../domain/thoughts/cipher-cards.ts';
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
  const own = await tx.thoughts.labelled(session, chain, used);
  const main = chain === MAIN ? own : await tx.thoughts.labelled(session, MAIN, referred);
  // `[S3]` also means the thought with that number, in cipher or in prose.
  const others = referred.filter((label) => !own.has(label) && !main.has(label));
  const chains = chain === MAIN ? [MAIN] : [chain, MAIN];
  const places = others.flatMap((number) => chains.map((each) => ({ chain: each, number })));
  const thoughts = await tx.thoughts.known(session, places);
  const resolve = ({ label }: CipherRef): Referred | undefined => {
    for (const [where, steps] of [
      [chain, own],
      [MAIN, main],
    ] as const) {
      const step = steps.get(label);
      if (step) return { ...step, chain: where };
    }
    return chains
      .map((where) => thoughts.find((each) => each.chain === where && each.number === label))
      .find((place) => place !== undefined);
  };
  return { isLabelled: (label) => own.has(label), resolve };
}
