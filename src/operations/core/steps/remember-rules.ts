/** Stores, replaces and retires standing rules. */

import { type KeptRules, keepRules, type RuleDraft } from '../../../domain/rules/keep-rules.ts';
import { RULE_ID } from '../../../domain/rules/rule.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Writing } from '../../../store/port.ts';

/** In characters. Every rule comes with every first answer, word for word. */
const LONGEST_RULE = 1_000;

export async function rememberRules(
  tx: Writing,
  draft: RuleDraft,
  replaces: string | undefined,
): Promise<KeptRules | Refusal> {
  const long = draft.texts.find((text) => text.length > LONGEST_RULE);
  if (long !== undefined) return tooLong(long);
  const replaced = replaces === undefined ? undefined : await findRule(tx, replaces);
  if (isRefusal(replaced)) return replaced;
  if (!replaced && draft.texts.length === 0) return noText();
  const kept = keepRules(draft, replaced, {
    lastNumber: await tx.rules.lastNumber(),
    same: draft.texts.length === 0 ? [] : await tx.rules.saying(draft.texts),
  });
  if (!isRefusal(kept)) await tx.append(kept.events);
  return kept;
}

async function findRule(tx: Writing, id: string) {
  const rule = RULE_ID.test(id) ? await tx.rules.byId(id) : undefined;
  if (rule) return rule;
  return refuse('UNKNOWN_ID', `replaces: no rule ${JSON.stringify(id)}`, {
    recovery: 'Only rules can be replaced, by their id such as RULE-001.',
    suggestions: [suggestCall('status', { more: 'rules' }, 'See the rules that hold')],
  });
}

function tooLong(text: string): Refusal {
  const message = `text: a rule has at most ${LONGEST_RULE} characters, this one has ${text.length}`;
  return refuse('INVALID_INPUT', message, {
    recovery: 'Send several rules as a list of texts, or a long text as kind fact.',
  });
}

export function noText(): Refusal {
  return refuse('INVALID_INPUT', 'text: required, unless replaces retires a rule', {
    recovery: 'Send what must not be lost as text.',
  });
}
