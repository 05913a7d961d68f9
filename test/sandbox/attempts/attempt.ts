/** What an attempt to get out of the sandbox is. */

import type { RunOutcome } from '../../../src/runner/port.ts';
import type { RunLimits } from '../../../src/runner/run-limits.ts';

export interface Attempt {
  readonly rule: string;
  readonly name: string;
  /**
   * The cell. `CANARY_FILE`, `FOLDER`, `TCP`, `UDP`, `SOCKET`, `VICTIM` and `NAME` are replaced by
   * what is outside. `fs`, `say` and `attempt` are given.
   */
  readonly source: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly limits?: Partial<RunLimits>;
  /** Smaller limits where QuickJS takes long to use up the others. */
  readonly quickjsLimits?: Partial<RunLimits>;
  /** Checked besides the canary, the network, the files and the victim. */
  readonly held?: (outcome: RunOutcome) => string | undefined;
  /** Does no damage to the machine that runs the tests, so plain Node may show that it is real. */
  readonly isHarmless?: boolean;
}

/** What every cell begins with. A cell must reach its attempt on both runtimes, so nothing throws. */
export const PRELUDE = `
const module = (name) => import(name).then((all) => all.default ?? all, () => ({}));
const fs = await module('node:fs');
const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));
const attempt = async (make) => {
  try { say(await make()); } catch (error) { console.error(String(error?.stack ?? error)); }
};
`;

export function text({ stdout, stderr }: RunOutcome): string {
  return stdout.head + stdout.tail + stderr.head + stderr.tail;
}

/** Numbers that the cell printed behind a word. */
export function numbers(outcome: RunOutcome, word: string): number[] {
  const found = text(outcome).matchAll(new RegExp(`${word} (\\d+)`, 'g'));
  return [...found].map(([, digits]) => Number(digits));
}
