/** What the page shows of an answer of `recall`: hits with the words of the query marked. */

import type { JsonObject } from '../kernel/json.ts';
import { markWords } from '../recall/rank/mark-words.ts';
import { isSuperseded } from '../recall/terms/recall-text.ts';

interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly in?: string;
  readonly at?: string;
  readonly by?: string;
  readonly state?: string;
  /** How many others say the same. */
  readonly same?: number;
}

export interface ShownHit extends Hit {
  /** Whether something else holds now. */
  readonly isOld: boolean;
  readonly passage: readonly PassagePart[];
}

export interface PassagePart {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface ShownFound {
  readonly hits: readonly ShownHit[];
  /** Words that exist, if nothing was found. */
  readonly nearest?: readonly string[];
  readonly cursor?: string;
}

export interface ShownThing extends Partial<Hit> {
  readonly isOld: boolean;
  readonly content?: JsonObject;
  readonly near?: readonly { readonly id: string; readonly as: string; readonly text: string }[];
  /** If several things have the id. */
  readonly choices?: readonly ShownHit[];
}

type FoundHit = Hit & { readonly text: string };

/** `result` as the tool gives it, whether something was searched for or opened. */
export function shownRecall(result: JsonObject, query: unknown): ShownFound | ShownThing {
  const words = typeof query === 'string' ? query : '';
  const { hits, choices, ...rest } = result as {
    readonly hits?: readonly FoundHit[];
    readonly choices?: readonly FoundHit[];
    readonly state?: string;
  };
  if (hits) return { ...rest, hits: hits.map((hit) => shownHit(hit, words)) };
  return {
    ...rest,
    isOld: isSuperseded(rest.state),
    ...(choices ? { choices: choices.map((hit) => shownHit(hit, '')) } : {}),
  };
}

function shownHit({ text, ...hit }: FoundHit, query: string): ShownHit {
  return { ...hit, isOld: isSuperseded(hit.state), passage: markWords(text, query) };
}
