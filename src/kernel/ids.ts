/** Spellings of ids: short and speakable, since agents pay for every character. */

import { isOneLine } from './text.ts';

const EVENT_DIGITS = 16;

/** An event's id is its sequence number, spelled so that ids sort like numbers. */
export function eventId(seq: number): string {
  return `evt_${String(seq).padStart(EVENT_DIGITS, '0')}`;
}

export const TARGET_ID = /^(PLAN|TASK)-[0-9]{3,}$/;

/** Letters and digits of any script: a folder may be called whatever its owner speaks. */
export const WORKSPACE_ID = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/-]{0,127}$/u;

export const WORKSPACE_RULE =
  'a letter or digit, then letters, digits, ". _ / -", at most 128 characters';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Becomes a directory of an archive, so it is no path and never the directory above. */
export const PROJECT_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** The name of an agent: one short line. People have names that no client can take. */
export function isAgentName(name: string): boolean {
  return name.trim() !== '' && name.length <= 128 && isOneLine(name) && !/^\s*person:/i.test(name);
}

export const AGENT_RULE = 'one short line, at most 128 characters, not beginning with "person:"';
