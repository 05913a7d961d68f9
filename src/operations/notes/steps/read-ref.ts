/** The arguments of tools that read a branch or a tag. */

import { branch, doc } from '../../declaration/fields.ts';

export const readRef = branch.optional().describe('Branch or tag; default: the checkout');
export const readDoc = doc.optional().describe('Default: notes, or that of the tag');
