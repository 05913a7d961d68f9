/** Decides which events set, replace or retire a rule. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { EVERYWHERE, type Rule, ruleId, USER } from './rule.ts';
import { sameWords } from './same-words.ts';

export interface RuleDraft {
  /** One rule each. */
  readonly texts: readonly string[];
  /** Default: that of the rule that is replaced, else the user. */
  readonly source: string | undefined;
  /** Default: that of the rule that is replaced, else the workspace. */
  readonly about: string | undefined;
}

export interface KeptRules {
  readonly events: readonly EventDraft[];
  /** The rules that hold from now on, new or as they were. */
  readonly ids: readonly string[];
  /** Those of them that held before. */
  readonly already: readonly Pick<Rule, 'id' | 'text'>[];
  readonly retired: string | undefined;
  /** Whose word the new ones are. */
  readonly source: string;
}

/**
 * `holding`: rules that hold and may say one of the texts; what they say is not entered again. A
 * rule that is replaced may get other punctuation, so there only equal texts are the same.
 */
export function keepRules(
  draft: RuleDraft,
  replaced: Rule | undefined,
  { lastNumber, holding }: { readonly lastNumber: number; readonly holding: readonly Rule[] },
): KeptRules | Refusal {
  if (replaced && !replaced.holds) return alreadyRetired(replaced);
  if (replaced && draft.texts.length === 0) {
    const retired: EventDraft = {
      type: 'rule_retired',
      entity: replaced.id,
      payload: { text: replaced.text },
    };
    return {
      ...{ events: [retired], ids: [], already: [] },
      ...{ retired: replaced.id, source: replaced.source },
    };
  }
  const source = draft.source ?? replaced?.source ?? USER;
  const about = draft.about ?? replaced?.about ?? EVERYWHERE;
  const before = holding.filter((rule) => rule.about === about);
  const known: Pick<Rule, 'id' | 'text'>[] = [...before];
  const events: EventDraft[] = [];
  const ids = draft.texts.map((text) => {
    const same =
      known.find((rule) => rule.text === text) ??
      (replaced ? undefined : known.find((rule) => sameWords(rule.text, text)));
    if (same) return same.id;
    const id = ruleId(lastNumber + events.length + 1);
    const isFirst = replaced !== undefined && events.length === 0;
    const payload = { text, source, about, ...(isFirst ? { replaces: replaced.id } : {}) };
    events.push({ type: 'rule_set', entity: id, payload });
    known.push({ id, text });
    return id;
  });
  const isReplaced = replaced !== undefined && !ids.includes(replaced.id);
  return {
    events,
    ids: [...new Set(ids)],
    already: before.filter(({ id }) => ids.includes(id)),
    retired: isReplaced ? replaced.id : undefined,
    source,
  };
}

function alreadyRetired({ id, replacedBy }: Rule): Refusal {
  const by = replacedBy === undefined ? '' : `; ${replacedBy} took its place`;
  return refuse('INVALID_INPUT', `replaces: ${id} no longer holds${by}`, {
    recovery: replacedBy === undefined ? 'Leave replaces out.' : `Send replaces ${replacedBy}.`,
  });
}
