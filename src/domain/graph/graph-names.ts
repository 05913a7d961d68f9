/** The rules for ids, types, relations and tags of a graph, and their canonical form. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';

const MOST_ID = 256;
const MOST_NAME = 128;

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
  return checked(value, field, MOST_ID);
}

export function nodeType(value: string, field: string): string | Refusal {
  return checked(value, field, MOST_NAME);
}

export function relation(value: string, field: string): string | Refusal {
  return checked(value, field, MOST_NAME);
}

/** Stored as it is given, since filters compare it exactly. An index limits its length. */
export function nodeStatus(value: string, field: string): string | Refusal {
  const why = value === '' ? undefined : fault(value, MOST_NAME, true);
  return why === undefined ? value : refuse('INVALID_INPUT', `${field}: ${why}`);
}

export function reservedPrefix(id: string): string | undefined {
  return RESERVED.find((prefix) => id.startsWith(prefix));
}

/** Trimmed, in lower case, without repeats and blanks, sorted. */
export function canonicalTags(tags: readonly string[], field: string): readonly string[] | Refusal {
  const canonical = [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].filter(
    (t) => t !== '',
  );
  for (const tag of canonical) {
    const why = fault(tag, MOST_NAME, false);
    if (why !== undefined) return refuse('INVALID_INPUT', `${field}: ${why}`);
  }
  return canonical.sort((a, b) => (a < b ? -1 : 1));
}
