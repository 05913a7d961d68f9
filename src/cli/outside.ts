/** What a command may touch of the world: handed in by `main`, so that nothing else reaches for it. */

import type { Reply } from '../surface/render.ts';

export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** What the person is called on this machine. */
  readonly user: string;
  readonly version: string;
  /** The program itself, as a client's configuration must name it. */
  readonly program: string;
  readonly now: () => number;
  /** Ids that nobody can guess. */
  readonly newId: () => string;
  /** Answers to the person or script that called; stdout. */
  readonly print: (text: string) => void;
  /** Everything else; stderr. */
  readonly log: (text: string) => void;
  /** Whether a person, not a client, sits at the other end of stdin. */
  readonly isTerminal: boolean;
  readonly readStdin: () => Promise<string>;
  /** Calls back once when the process is asked to end. */
  readonly onStop: (stop: () => void) => void;
}

/** Exit codes: what a script can tell apart. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unavailable: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(reply: Reply): ExitCode {
  if (!reply.isError) return EXIT.ok;
  const isStore = reply.refusal === 'STORE_UNAVAILABLE' || reply.refusal === 'OUTCOME_UNKNOWN';
  return isStore ? EXIT.unavailable : EXIT.refused;
}
