/** The forms of ids: short and pronounceable, since agents pay for every character. */

import { isOneLine } from './text.ts';

const EVENT_DIGITS = 16;

/** An event's id is its seq, padded so that ids sort like numbers. */
export function eventId(seq: number): string {
  return `evt_${String(seq).padStart(EVENT_DIGITS, '0')}`;
}

export function seqOfEvent(id: string): number {
  return Number(id.slice('evt_'.length));
}

export const TARGET_ID = /^(PLAN|TASK)-[0-9]{3,}$/;

/** Letters and digits of any script, since workspaces are named after folders. */
export const WORKSPACE_ID = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/-]{0,127}$/u;

export const WORKSPACE_RULE =
  'a letter or digit, then letters, digits, ". _ / -", at most 128 characters';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id becomes a directory of an archive, so it must not be a path or `..`. */
export const PROJECT_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** The name of an agent: one short line. People have names that no client can take. */
export function isAgentName(name: string): boolean {
  return name.trim() !== '' && name.length <= 128 && isOneLine(name) && !isPerson(name);
}

export function isPerson(name: string): boolean {
  return /^\s*person:/i.test(name);
}

export const AGENT_RULE = 'one short line, at most 128 characters, not beginning with "person:"';
