/** The state of a run as a chip. */

import { nowMs } from '../../clock.ts';
import { type RunSeen, runState } from './run-state.ts';

const CLASSES = { never: '', running: 'busy', ok: 'good', failed: 'bad' } as const;

export function StatusChip({ run }: { readonly run: RunSeen | undefined }) {
  const { is, words } = runState(run, nowMs.value);
  return <span class={`chip ${CLASSES[is]}`}>{words}</span>;
}
