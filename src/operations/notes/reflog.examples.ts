/** Examples of `reflog`. */

import { examplesOf } from '../declaration/examples.ts';
import { reflog } from './reflog.ts';
import { UNKNOWN_REF } from './scenes/unknown-ref-scene.ts';

const note = { tool: 'notes_commit', args: { content: 'Use WAL mode.' } };

export const examples = examplesOf(reflog, {
  before: [note, note, { tool: 'reset', args: { ref: 2 } }],
  refusals: { UNKNOWN_ID: UNKNOWN_REF },
});
