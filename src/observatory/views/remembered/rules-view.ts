/** The standing rules of a workspace: those that hold, and those that ended. */

import { z } from 'zod';
import { EVERYWHERE, RULE_ID, type Rule, whoseWord } from '../../../domain/rules/rule.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { renamesSubjects, type SubjectRow, subjectRow } from './subject.ts';

export interface RuleRow extends ViewRow {
  readonly id: string;
  readonly number: number;
  /** Word for word: a rule is short. */
  readonly text: string;
  /** Whose word it is, as status shows it: `user, by fox`. */
  readonly source: string;
  /** Absent if it holds in the whole workspace. */
  readonly about?: SubjectRow;
  /** The agent that stored it. */
  readonly by: string;
  readonly setMs: number;
  readonly holds: boolean;
  readonly endedMs?: number;
  readonly endedBy?: string;
  /** The rule that took its place. */
  readonly replacedBy?: string;
  /** The last event of it. */
  readonly seq: number;
}

const MAX_BYTES = 8_000;

async function rowsFrom(look: Look, rules: readonly Rule[]): Promise<readonly RuleRow[]> {
  const events = await look.tx.journal.these(
    rules.flatMap(({ endedSeq }) => (endedSeq === undefined ? [] : [endedSeq])),
  );
  const rows: RuleRow[] = [];
  for (const rule of rules) {
    const { id, number, by, about, setSeq, setMs, holds, endedSeq, replacedBy } = rule;
    const end = endedSeq === undefined ? undefined : events.get(endedSeq);
    rows.push({
      ...{ key: id, id, number, source: whoseWord(rule), by, setMs, holds },
      text: cutText(rule.text, MAX_BYTES).text,
      ...(about === EVERYWHERE ? {} : { about: await subjectRow(look, about) }),
      ...(end ? { endedMs: end.tsMs, endedBy: end.agent } : {}),
      ...(replacedBy === undefined ? {} : { replacedBy }),
      seq: endedSeq ?? setSeq,
    });
  }
  return rows;
}

export const RULES_VIEW = defineView({
  name: 'rules',
  args: z.object({}),
  async page(look, _args, cursor) {
    const found = await look.tx.rules.all({ after: Number(cursor ?? 0), limit: MAX_PAGE });
    const next = found.length < MAX_PAGE ? undefined : found.at(-1)?.number;
    return { rows: await rowsFrom(look, found), next: next?.toString() };
  },
  touched(_look, _args, events) {
    if (renamesSubjects(events)) return 'all';
    return events.flatMap(({ type, entity, payload }) => {
      if (type === 'rule_retired') return entity;
      if (type !== 'rule_set') return [];
      const { replaces } = payload as { readonly replaces?: string };
      return replaces === undefined ? entity : [entity, replaces];
    });
  },
  async rows(look, _args, keys) {
    const found: Rule[] = [];
    for (const key of keys) {
      const rule = RULE_ID.test(key) ? await look.tx.rules.byId(key) : undefined;
      if (rule) found.push(rule);
    }
    return rowsFrom(look, found);
  },
});
