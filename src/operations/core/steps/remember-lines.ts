/** Prints what `remember` has stored, and what said the same before. */

import type { JsonObject } from '../../../kernel/json.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Portal } from '../../declaration/define-operation.ts';
import type { CardKind } from './remember-cards.ts';
import type { Said } from './said-before.ts';

export type Kind = CardKind | 'rule';

export interface RememberView extends JsonObject {
  readonly kind: Kind;
  readonly ids: readonly string[];
  /** The plan or task that it is stored with. */
  readonly with?: string;
  /** Whose word a rule is: `user, by fox`. */
  readonly source?: string;
  readonly to?: string;
  readonly retired?: string;
  /** What said the same before; it is among the ids. */
  readonly already?: readonly Said[];
  /** What says nearly the same, and may be meant to end. */
  readonly like?: readonly Said[];
  /** The call that ends the first of those. */
  readonly ends?: { readonly tool: string; readonly args: JsonObject };
  /** The question that was answered. */
  readonly answered?: string;
  /** What the user said when asked. */
  readonly said?: string;
  /** The user was asked, and gave no answer. */
  readonly unanswered?: boolean;
}

export function rememberLines(view: RememberView): Portal {
  const before = new Set((view.already ?? []).map(({ id }) => id));
  const fresh = view.ids.filter((id) => !before.has(id));
  const { state, commands } = freshLines(view, fresh);
  return {
    state: [...state, ...alreadyLines(view), ...likeLines(view)],
    commands: [...commands, ...endCommands(view)].slice(0, MAX_COMMANDS),
  };
}

const MAX_COMMANDS = 2;
/** So many are named with their text. */
const MAX_NAMED = 3;

interface Lines {
  readonly state: readonly string[];
  readonly commands: readonly Suggestion[];
}

function freshLines(view: RememberView, ids: readonly string[]): Lines {
  const { kind, answered, to, retired } = view;
  const at = view.with === undefined ? '' : ` with ${view.with}`;
  const range = `${ids[0]} to ${ids.at(-1)}`;
  // The ids of cards have gaps, those of rules have none.
  const many = kind === 'rule' ? range : `${ids.length} cards from ${range}`;
  const names = ids.length > 2 ? many : ids.join(kind === 'rule' ? ', ' : ' and ');
  const answers = kind === 'question' ? answerCommand(view.ids[0] ?? '') : [];
  if (names === '' && retired === undefined) return { state: [], commands: answers };
  if (names === '') return { state: [`${retired} no longer holds`], commands: [] };
  if (kind === 'rule') return { state: [rulesLine(view, names)], commands: [] };
  if (answered !== undefined) {
    const heard = view.said === undefined ? [] : [`the user answers: ${view.said}`];
    return { state: [...heard, `${names} answers ${answered}, which is closed`], commands: [] };
  }
  const instead = insteadOf(retired);
  if (kind !== 'question') {
    return { state: [`${names} stored as ${kind}${instead}${at}`], commands: [] };
  }
  const whom = to === undefined ? 'whoever comes next' : `the ${to}`.replace(/^the (?!user$)/, '');
  const asked = view.unanswered ? '; asked just now, without an answer' : '';
  return { state: [`${names} open for ${whom}${instead}${at}${asked}`], commands: answers };
}

function answerCommand(question: string): readonly Suggestion[] {
  const args = { answers: question, text: fill('the answer') };
  return [suggestCall('remember', args, 'Once it is answered')];
}

function rulesLine({ retired, source, with: about }: RememberView, names: string): string {
  const where = about === undefined ? '' : `, about ${about}`;
  const instead = retired === undefined ? '' : `, replacing ${retired}`;
  return `Saved ${names} (${source}${where})${instead}.`;
}

function insteadOf(retired: string | undefined): string {
  return retired === undefined ? '' : ` instead of ${retired}`;
}

function alreadyLines({ kind, already = [] }: RememberView): readonly string[] {
  const verb = kind === 'question' ? 'asks' : 'says';
  const named = already.slice(0, MAX_NAMED);
  const rest = already.slice(MAX_NAMED).map(({ id }) => id);
  return [
    ...named.map((each) => `${each.id} ${verb} that already${whereOf(each)}: ${each.text}`),
    ...(rest.length === 0 ? [] : [`already there too: ${rest.join(', ')}`]),
  ];
}

function whereOf(said: Said): string {
  return said.with === undefined ? '' : ` with ${said.with}`;
}

function likeLines({ kind, like = [] }: RememberView): readonly string[] {
  const lasting = kind === 'question' ? 'is open' : 'still holds';
  const verb = kind === 'question' ? 'asks' : 'says';
  return like.slice(0, MAX_NAMED).map(({ id, text, answered, with: where }) => {
    if (where !== undefined) return `${id} ${verb} the same with ${where}: ${text}`;
    return answered
      ? `${id} asked that before and was answered: recall id=${id}`
      : `${id} is much like it and ${lasting}: ${text}`;
  });
}

function endCommands({ ends }: RememberView): readonly Suggestion[] {
  return ends ? [suggestCall(ends.tool, ends.args, 'If the older one no longer holds')] : [];
}
