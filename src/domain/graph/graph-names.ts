/** The rules for ids, types, relations and tags of a graph, and their canonical form. */

import { redactText } from '../../kernel/redaction.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';

const MAX_ID = 256;
const MAX_NAME = 128;

/** Nodes of tasks and work are written by their own tools only, so that they cannot be forged. */
export const RESERVED = ['task:', 'step:', 'work:'];

function fault(value: string, most: number, bar: boolean): string | undefined {
  if (value === '') return 'must not be blank';
  if (value.length > most) return `at most ${most} characters`;
  if (!isOneLine(value)) return 'one line without control characters';
  if (!bar && value.includes('|')) return 'must not contain "|"';
  return undefined;
}

function checked(value: string, field: string, most: number): string | Refusal {
  const trimmed = value.trim();
  const why = fault(trimmed, most, false);
  return why === undefined ? trimmed : refuse('INVALID_INPUT', `${field}: ${why}`);
}

export function nodeId(value: string, field: string): string | Refusal {
  return checked(value, field, MAX_ID);
}

export function nodeType(value: string, field: string): string | Refusal {
  return checked(value, field, MAX_NAME);
}

export function relation(value: string, field: string): string | Refusal {
  return checked(value, field, MAX_NAME);
}

/** Stored as it is given, since filters compare it exactly. An index limits its length. */
export function nodeStatus(value: string, field: string): string | Refusal {
  const why = value === '' ? undefined : fault(value, MAX_NAME, true);
  return why === undefined ? value : refuse('INVALID_INPUT', `${field}: ${why}`);
}

export function reservedPrefix(id: string): string | undefined {
  return RESERVED.find((prefix) => id.startsWith(prefix));
}

/**
 * Trimmed, in lower case, without repeats and blanks, sorted. A key is no longer known as one
 * without its capitals, so secrets are replaced first.
 */
export function canonicalTags(tags: readonly string[], field: string): readonly string[] | Refusal {
  const folded = tags.map((tag) => redactText(tag.trim()).toLowerCase());
  const canonical = [...new Set(folded)].filter((tag) => tag !== '');
  for (const tag of canonical) {
    const why = fault(tag, MAX_NAME, false);
    if (why !== undefined) return refuse('INVALID_INPUT', `${field}: ${why}`);
  }
  return canonical.sort((a, b) => (a < b ? -1 : 1));
}
