/** The queries about standing rules. */

import type { Rule } from '../domain/rules/rule.ts';

export interface RuleQueries {
  byId(id: string): Promise<Rule | undefined>;
  /** The last number that was given; 0 if there is none. */
  lastNumber(): Promise<number>;
  /** Those that hold, about whatever, in the order in which they were set. */
  holding(page: RulePage): Promise<readonly Rule[]>;
  /** Those that hold and those that ended, in the order in which they were set. */
  all(page: RulePage): Promise<readonly Rule[]>;
  /** Those that hold and have one of these texts. */
  saying(texts: readonly string[]): Promise<readonly Rule[]>;
}

export interface RulePage {
  /** The number of the last rule that was read. */
  readonly after?: number | undefined;
  readonly limit: number;
}
