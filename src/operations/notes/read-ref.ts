/** How a tool that reads what a branch or a tag leads to is told which, and what it says of none. */

import { branch, doc } from '../fields.ts';

export const readRef = branch.optional().describe('Branch or tag; default: the checkout');
export const readDoc = doc.optional().describe('Default: notes, or that of the tag');

export const unknownRef = {
  title: 'No such branch or tag',
  before: [{ tool: 'init', args: { workspace: 'acme' } }],
  args: { workspace: 'acme', ref: 'mian' },
};
