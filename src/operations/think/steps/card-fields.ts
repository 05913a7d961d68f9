/** The arguments that hold a card or name existing ones. */

import * as z from 'zod';
import { listedAs, names, text } from '../../declaration/fields.ts';

export const cardField = listedAs(
  z
    .union([text, z.record(z.string(), z.json())], { error: 'a card object or text' })
    .describe('{type, title, text, ...}; also JSON, "key: value" lines, or plain text'),
  { type: 'object', description: '{type, title, text}' },
);

/** One card or several. */
export const targetsField = z.union([z.string().max(256), names.min(1)], {
  error: 'an id or a list of at least one id',
});
