/** A ref that leads nowhere, for the tools that read what one leads to. */

import type { Example } from '../../declaration/examples.ts';

export const UNKNOWN_REF: Example = {
  title: 'No such branch or tag',
  before: [{ tool: 'init', args: {} }],
  args: { ref: 'mian' },
};
