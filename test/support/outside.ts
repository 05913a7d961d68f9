/** An outside for commands that run within a test: nobody at a terminal, and nothing to be heard. */

import type { Outside } from '../../src/cli/outside.ts';

/** Where it is, what it is told and what it says are the test's to add. */
export const QUIET: Omit<Outside, 'env' | 'cwd' | 'home'> = {
  user: 'ann',
  version: '1.2.3',
  program: 'waymark',
  now: () => Date.UTC(2026, 0, 5),
  newId: () => '0123456789abcdef',
  print: () => {},
  log: () => {},
  isTerminal: false,
  readStdin: async () => '',
  onStop: () => {},
};
