/** The outside world of a command (clock, streams, environment), passed in by `main`. */

import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import type { Reply } from '../surface/render.ts';

export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** The name of the user on this machine. */
  readonly user: string;
  readonly version: string;
  /** The path of the program, for the configuration of a client. */
  readonly program: string;
  /** The command by which a person can call the program from the working directory. */
  readonly invocation: () => string;
  readonly now: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  /** Returns an id that cannot be guessed. */
  readonly newId: () => string;
  /**
   * Writes to stdout: the output for the person or script that runs the command. Text is cleaned
   * for terminals on its way, unless it is `styled` with colours of ours, or a `file` for a program.
   */
  readonly print: (text: string, as?: 'styled' | 'file') => void;
  /** Writes to stderr: everything else. */
  readonly log: (text: string) => void;
  /** Whether stdin is a terminal, so that a person and not a client is there. */
  readonly isTerminal: boolean;
  /** Whether stdout is a terminal, so that a person reads what is printed. */
  readonly printsToTerminal: boolean;
  /** Opens an address in the browser of the person, if there is one. */
  readonly openUrl: (url: string) => void;
  readonly readStdin: () => Promise<string>;
  /** Calls `stop` once when the process gets a signal to end. */
  readonly onStop: (stop: () => void) => void;
}

/** The exit codes by which a script can distinguish outcomes. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unavailable: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(reply: Reply): ExitCode {
  if (!reply.isError) return EXIT.ok;
  const isStore = reply.refusal === 'STORE_UNAVAILABLE' || reply.refusal === 'OUTCOME_UNKNOWN';
  return isStore ? EXIT.unavailable : EXIT.refused;
}

const NAME = 'waymark';

interface Surroundings {
  /** The path by which the program was started. */
  readonly program: string;
  readonly cwd: string;
  /** The variable PATH. */
  readonly path: string;
  readonly exists: (file: string) => boolean;
}

/** `waymark` only where a shell would find it. */
export function invocation({ program, cwd, path, exists }: Surroundings): string {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  if (folders.some((folder) => exists(join(folder, NAME)))) return NAME;
  if (basename(dirname(program)) === '.bin') return `npx ${NAME}`;
  const near = relative(cwd, program);
  return near.startsWith('..') ? program : `./${near}`;
}
