/** The arguments that hold a card or name existing ones. */

import * as z from 'zod';
import { names, text } from '../../declaration/fields.ts';

export const cardField = z
  .union([text, z.record(z.string(), z.json())], { error: 'a card object or text' })
  .describe('Object, JSON, "key: value" lines, or plain text');

/** One card or several. */
export const targetsField = z.union([z.string().max(256), names], {
  error: 'an id or a list of ids',
});
