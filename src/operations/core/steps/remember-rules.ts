/** Stores, replaces and retires standing rules. */

import { type KeptRules, keepRules, type RuleDraft } from '../../../domain/rules/keep-rules.ts';
import { EVERYWHERE, RULE_ID, type Rule } from '../../../domain/rules/rule.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Writing } from '../../../store/port.ts';
import { ruleLike, rulesLike, type Said } from './said-before.ts';

/** In characters. Every rule comes with every first answer, word for word. */
const LONGEST_RULE = 1_000;

export interface RememberedRules extends KeptRules {
  /** Rules that hold and say nearly the same as a new one. */
  readonly like: readonly Said[];
}

export async function rememberRules(
  tx: Writing,
  draft: RuleDraft,
  replaces: string | undefined,
): Promise<RememberedRules | Refusal> {
  const long = draft.texts.find((text) => text.length > LONGEST_RULE);
  if (long !== undefined) return tooLong(long);
  const replaced = replaces === undefined ? undefined : await findRule(tx, replaces);
  if (isRefusal(replaced)) return replaced;
  if (!replaced && draft.texts.length === 0) return noText();
  const holding: Rule[] = [];
  for (const text of draft.texts) holding.push(...(await rulesLike(tx, text)));
  const lastNumber = await tx.rules.lastNumber();
  const kept = keepRules(draft, replaced, { lastNumber, holding });
  if (isRefusal(kept)) return kept;
  await tx.append(kept.events);
  return { ...kept, like: likeNew(kept, replaced, holding) };
}

/** Of the rules about the same, those that a new one may be meant to replace. */
function likeNew(
  { events, ids }: KeptRules,
  replaced: Rule | undefined,
  holding: readonly Rule[],
): readonly Said[] {
  const like = new Map<string, Said>();
  for (const event of events) {
    if (event.type !== 'rule_set') continue;
    const { text, about = EVERYWHERE } = event.payload;
    const others = holding.filter(
      (rule) => rule.about === about && rule.id !== replaced?.id && !ids.includes(rule.id),
    );
    const found = ruleLike(text, others);
    if (found) like.set(found.id, found);
  }
  return [...like.values()];
}

async function findRule(tx: Writing, id: string) {
  const rule = RULE_ID.test(id) ? await tx.rules.byId(id) : undefined;
  if (rule) return rule;
  return refuse('UNKNOWN_ID', `replaces: no rule ${JSON.stringify(id)}`, {
    recovery: 'Send the id of a rule that holds, such as RULE-001.',
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
  return refuse('INVALID_INPUT', 'text: required, unless replaces retires a rule or card', {
    recovery: 'Send what must not be lost as text.',
  });
}
