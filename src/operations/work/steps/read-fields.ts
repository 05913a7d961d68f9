/** Reads summaries and properties of work as callers give them, and tells what became of them. */

import {
  DESCRIPTION,
  type GivenFields,
  type StoredFields,
  storedFields,
} from '../../../domain/work/given-fields.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Warning } from '../../declaration/define-operation.ts';

export interface FieldReader {
  /** `at`: the path of the fields in the input, with a dot at its end; `name`: of the summary. */
  read(given: GivenFields, at: string, name?: string): StoredFields | Refusal;
  /** One for each kind, however many fields it is about. */
  warnings(): readonly Warning[];
}

export function fieldReader(): FieldReader {
  const long: string[] = [];
  const unranked: string[] = [];
  return {
    read(given, at, name = 'summary') {
      const stored = storedFields(given);
      if (stored.isLong && given.properties?.[DESCRIPTION] !== undefined) return taken(at, name);
      if (stored.isLong) long.push(`${at}${name}`);
      if (stored.unranked !== undefined) unranked.push(`${at}properties.priority`);
      return stored;
    },
    warnings() {
      return [
        ...(long.length > 0 ? [shortenedSummary(long)] : []),
        ...(unranked.length > 0 ? [withoutRank(unranked)] : []),
      ];
    },
  };
}

function taken(at: string, name: string): Refusal {
  const field = `${at}${name}`;
  const kept = `${at}properties.${DESCRIPTION}`;
  return refuse('INVALID_INPUT', `${field}: longer than one line, and ${kept} is given too`, {
    recovery: `Give a ${name} of one line, at most ${LIMITS.title} characters.`,
    details: { field },
  });
}

function shortenedSummary(places: readonly string[]): Warning {
  return {
    code: 'SUMMARY_SHORTENED',
    message: `${andMore(places)}: more than one line of ${LIMITS.title} characters; its beginning is the summary, the whole text is properties.${DESCRIPTION}`,
    recovery: 'Nothing is lost: graph_next and graph_context show both.',
  };
}

function withoutRank(places: readonly string[]): Warning {
  return {
    code: 'PRIORITY_UNRANKED',
    message: `${andMore(places)}: not a number, so it ranks as 0`,
    recovery: 'Set a number with graph_update; higher comes first.',
  };
}

function andMore([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
