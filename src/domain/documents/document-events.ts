/** What can be entered into a document. */

import type { JsonObject } from '../../kernel/json.ts';

export interface DocumentPayloads {
  note_committed: {
    readonly content: string;
    readonly title?: string;
    readonly format?: string;
    readonly meta?: JsonObject;
  };
}
