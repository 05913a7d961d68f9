/** Opens standing rules, also those that no longer hold. */

import { EVERYWHERE, RULE_ID, type Rule, whoseWord } from '../../domain/rules/rule.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Reading } from '../../store/port.ts';
import { type Near, near, type Opener, recallCall } from './opened.ts';

export const openRule: Opener = {
  prefixes: ['rule'],
  claims: (id) => RULE_ID.test(id),
  async open({ tx }, id) {
    const rule = await tx.rules.byId(id);
    if (!rule) return [];
    const set = await tx.journal.at(rule.setSeq);
    const replaces = set?.type === 'rule_set' ? set.payload.replaces : undefined;
    const { text, about, replacedBy } = rule;
    const isPart = about !== EVERYWHERE;
    return [
      {
        id,
        kind: 'rule',
        title: text,
        in: isPart ? about : undefined,
        atMs: rule.setMs,
        by: rule.by,
        state: stateOf(rule),
        content: { id, text, source: whoseWord(rule), ...(isPart ? { about } : {}) },
        near: await nearRule(tx, replacedBy, replaces),
        next:
          replacedBy === undefined
            ? suggestCall('status', {}, 'See what holds now')
            : recallCall(replacedBy, 'See the rule that holds instead'),
      },
    ];
  },
  texts: async (_tx, id) => [id],
};

function stateOf({ holds, replacedBy }: Rule): string | undefined {
  if (holds) return undefined;
  return replacedBy === undefined ? 'retired' : 'replaced';
}

async function nearRule(
  tx: Reading,
  replacedBy: string | undefined,
  replaces: string | undefined,
): Promise<readonly Near[]> {
  const named = async (as: string, id: string | undefined) => {
    const rule = id === undefined ? undefined : await tx.rules.byId(id);
    return rule ? [near(as, rule.id, rule.text)] : [];
  };
  return [...(await named('replaced by', replacedBy)), ...(await named('replaces', replaces))];
}
