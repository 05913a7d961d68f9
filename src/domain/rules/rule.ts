/** A standing rule: a word, usually the user's, that holds until it is replaced or retired. */

/** Who said it, unless the call names somebody else. */
export const USER = 'user';

/** Rules about nothing in particular hold in the whole workspace. */
export const EVERYWHERE = '';

export interface Rule {
  readonly id: string;
  readonly number: number;
  readonly text: string;
  readonly source: string;
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

export const RULE_ID = /^RULE-[0-9]{3,}$/;

export function ruleId(number: number): string {
  return `RULE-${String(number).padStart(3, '0')}`;
}

export function ruleNumber(id: string): number {
  return Number(id.slice('RULE-'.length));
}
