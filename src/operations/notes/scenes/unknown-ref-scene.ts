/** A ref that does not exist, for the examples of tools that read one. */

import type { Example } from '../../declaration/examples.ts';

export const UNKNOWN_REF: Example = {
  title: 'No such branch or tag',
  before: [{ tool: 'init', args: {} }],
  args: { ref: 'mian' },
};
