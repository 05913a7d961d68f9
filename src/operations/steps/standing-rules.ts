/** The standing rules, as every first answer shows them: word for word, bounded, with a way on. */

import { EVERYWHERE, type Rule, whoseWord } from '../../domain/rules/rule.ts';
import type { Target } from '../../domain/tasks/target.ts';
import { lineOf } from '../../kernel/excerpt.ts';
import { type JsonObject, utf8Length } from '../../kernel/json.ts';
import type { Reading, RulePage } from '../../store/port.ts';

/** A type, not an interface, because views are JSON. */
export type RuleLine = {
  readonly id: string;
  readonly number: number;
  readonly text: string;
  readonly source: string;
  readonly by: string;
  readonly about?: string;
};

/** Few memories have more rules than one page. */
const RULES_AT_ONCE = 200;

/** The rules that hold in the whole workspace, and those about one of these. */
export async function readRules(
  tx: Reading,
  about: readonly string[],
  { after, limit }: RulePage,
): Promise<readonly RuleLine[]> {
  const concerns = new Set([EVERYWHERE, ...about]);
  const found: Rule[] = [];
  let start = after;
  do {
    const page = await tx.rules.holding({ after: start, limit: RULES_AT_ONCE });
    found.push(...page.filter((rule) => concerns.has(rule.about)));
    start = page.length < RULES_AT_ONCE ? undefined : page.at(-1)?.number;
  } while (start !== undefined && found.length < limit);
  return found.slice(0, limit).map(ruleLine);
}

function ruleLine({ id, number, text, source, by, about }: Rule): RuleLine {
  return { id, number, text, source, by, ...(about === EVERYWHERE ? {} : { about }) };
}

/** Word for word: a rule that is cut is another rule. Only its line breaks become spaces. */
export function ruleText({ id, text, about, ...rule }: RuleLine): string {
  const where = about === undefined ? '' : `, about ${about}`;
  return `${id} (${whoseWord(rule)}${where}): ${lineOf(text)}`;
}

/** What the rules of a task may be about: itself, its plan and its steps. */
export function concernsOf({ root, steps }: Target): readonly string[] {
  const plan = root.parent === null ? [] : [root.parent];
  return [root.id, ...plan, ...steps.map((step) => step.id)];
}

const MAX_RULES = 40;
const MAX_BYTES = 3_000;

/** The field `rules` of an answer; nothing if no rule holds. */
export async function rulesField(tx: Reading, about: readonly string[]): Promise<JsonObject> {
  const found = await readRules(tx, about, { limit: MAX_RULES + 1 });
  const rules: string[] = [];
  let bytes = 0;
  for (const rule of found.slice(0, MAX_RULES)) {
    const text = ruleText(rule);
    bytes += utf8Length(text);
    if (bytes > MAX_BYTES && rules.length > 0) break;
    rules.push(text);
  }
  const last = found[rules.length - 1];
  if (!last) return {};
  return rules.length === found.length
    ? { rules }
    : { rules, rules_more: `status more=rules:${last.number}` };
}
