/** The outside world of a command in a test: no terminal, and no output. */

import type { Outside } from '../../src/cli/outside.ts';

/** A test adds the directories and the environment, and replaces what it needs. */
export const QUIET: Omit<Outside, 'env' | 'cwd' | 'home'> = {
  user: 'ann',
  version: '1.2.3',
  program: 'waymark',
  invocation: () => 'waymark',
  now: () => Date.UTC(2026, 0, 5),
  clock: () => performance.now(),
  newId: () => '0123456789abcdef',
  print: () => {},
  log: () => {},
  isTerminal: false,
  printsToTerminal: false,
  openUrl: () => {},
  readStdin: async () => '',
  onStop: () => {},
};
