/** A standing rule: a word, usually the user's, that holds until it is replaced or retired. */

import { firstCharacters, lineOf } from '../../kernel/excerpt.ts';
import { isPerson } from '../../kernel/ids.ts';

/** Who said it, unless the call names somebody else. */
export const USER = 'user';

/** Rules about nothing in particular hold in the whole workspace. */
export const EVERYWHERE = '';

export interface Rule {
  readonly id: string;
  readonly number: number;
  readonly text: string;
  readonly source: string;
  /** The agent that stored it. */
  readonly by: string;
  /** The id of a plan, task, step, work node or session; `EVERYWHERE` for the workspace. */
  readonly about: string;
  readonly setSeq: number;
  readonly setMs: number;
  /** False once it was retired or replaced. */
  readonly holds: boolean;
  /** The event that ended it. */
  readonly endedSeq: number | undefined;
  readonly replacedBy: string | undefined;
}

/** So many characters of a name are shown. */
const MAX_NAME = 40;

/**
 * Whose word a rule is, as every printer shows it: `user` alone if a person stored it, else also the
 * agent that stored it, because only a person can vouch for the user.
 */
export function whoseWord({ source, by }: Pick<Rule, 'source' | 'by'>): string {
  const whose = plainName(source);
  return source === USER && isPerson(by) ? whose : `${whose}, by ${plainName(by)}`;
}

/** Nothing in a name may end the brackets around it or read like the rule itself. */
function plainName(name: string): string {
  const plain = lineOf(name)
    .replace(/[^\p{L}\p{M}\p{N} .'’@&/+_~#=:-]+/gu, ' ')
    .replace(/:(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? 'unnamed' : firstCharacters(plain, MAX_NAME);
}

export const RULE_ID = /^RULE-[0-9]{3,}$/;

export function ruleId(number: number): string {
  return `RULE-${String(number).padStart(3, '0')}`;
}

export function ruleNumber(id: string): number {
  return Number(id.slice('RULE-'.length));
}
