/** The cell that shows whether a runtime works. */

import type { RunOutcome, RunRequest } from './port.ts';

const PROBE: RunRequest = {
  files: [{ name: 'probe.ts', language: 'ts', source: 'console.log((6 as number) * 7);' }],
  entry: 'probe.ts',
  limits: { ms: 20_000 },
};

/** The outcome, and why it is not as it should be. */
export async function probe<Outcome extends RunOutcome>(
  run: (request: RunRequest) => Promise<Outcome>,
): Promise<{ outcome: Outcome; failure?: string }> {
  const outcome = await run(PROBE);
  if (outcome.status === 'completed' && outcome.stdout.head === '42\n') return { outcome };
  const line = outcome.stderr.head.split('\n').find((each) => each.trim() !== '');
  return { outcome, failure: line ?? outcome.message ?? 'nothing was printed' };
}
