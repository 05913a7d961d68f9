/** Says in plain words what an event did: “closed step s:0 of TASK-003”. */

import { EVENTS } from './all-events.ts';
import type { DeclaredEvent } from './define-event.ts';

export interface EventWords {
  /** Follows the name of the agent. */
  readonly words: string;
  /** What the agent wrote, if it is short to tell. */
  readonly text?: string;
}

/** An event as a line shows it. The payload is absent if it is long. */
interface Line {
  readonly type: string;
  readonly entity: string;
  readonly payload?: object | undefined;
}

const DECLARED: Readonly<Record<string, DeclaredEvent<object>>> = EVENTS;

export function eventWords({ type, entity, payload = {} }: Line): EventWords {
  const declared = Object.hasOwn(DECLARED, type) ? DECLARED[type] : undefined;
  // Entered by a later version of Waymark.
  if (!declared) return { words: `${type.replaceAll('_', ' ')} ${entity}` };
  const id = entity.slice(entity.indexOf(':') + 1);
  const said = declared.words({ entity, id, payload });
  const [words, text] = typeof said === 'string' ? [said] : said;
  return { words, ...(typeof text === 'string' && text !== '' ? { text } : {}) };
}
