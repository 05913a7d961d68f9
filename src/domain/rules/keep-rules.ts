/** Decides which events set, replace or retire a rule. */

import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { EVERYWHERE, type Rule, ruleId, USER } from './rule.ts';

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
  readonly retired: string | undefined;
}

/** `same`: rules that hold and say one of the texts already; saying it again changes nothing. */
export function keepRules(
  draft: RuleDraft,
  replaced: Rule | undefined,
  { lastNumber, same }: { readonly lastNumber: number; readonly same: readonly Rule[] },
): KeptRules | Refusal {
  if (replaced && !replaced.holds) return alreadyRetired(replaced);
  if (replaced && draft.texts.length === 0) {
    const retired: EventDraft = {
      type: 'rule_retired',
      entity: replaced.id,
      payload: { text: replaced.text },
    };
    return { events: [retired], ids: [], retired: replaced.id };
  }
  const source = draft.source ?? replaced?.source ?? USER;
  const about = draft.about ?? replaced?.about ?? EVERYWHERE;
  const known = new Map(
    same.filter((rule) => rule.about === about).map((rule) => [rule.text, rule.id]),
  );
  const events: EventDraft[] = [];
  const ids = draft.texts.map((text) => {
    const id = known.get(text) ?? ruleId(lastNumber + events.length + 1);
    if (!known.has(text)) {
      const isFirst = replaced !== undefined && events.length === 0;
      const payload = { text, source, about, ...(isFirst ? { replaces: replaced.id } : {}) };
      events.push({ type: 'rule_set', entity: id, payload });
      known.set(text, id);
    }
    return id;
  });
  const isReplaced = replaced !== undefined && !ids.includes(replaced.id);
  return { events, ids: [...new Set(ids)], retired: isReplaced ? replaced.id : undefined };
}

function alreadyRetired({ id, replacedBy }: Rule): Refusal {
  const by = replacedBy === undefined ? '' : `; ${replacedBy} took its place`;
  return refuse('INVALID_INPUT', `replaces: ${id} no longer holds${by}`, {
    recovery: replacedBy === undefined ? 'Leave replaces out.' : `Send replaces ${replacedBy}.`,
  });
}
