/** `remember`: stores what must not be lost: rules, decisions, facts and questions. */

import * as z from 'zod';
import { RULE_ID, USER, whoseWord } from '../../domain/rules/rule.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import {
  type Answer,
  answer,
  type ClientReply,
  defineOperation,
} from '../declaration/define-operation.ts';
import { asksClient, seesPresence, writes } from '../declaration/facets.ts';
import { line, listedAs, MAY_BE_QUALIFIED, text, unlisted } from '../declaration/fields.ts';
import { otherAgentOn } from '../tasks/steps/other-agent.ts';
import type { ThinkPlace } from '../think/steps/think-place.ts';
import { findSubject, type Subject } from './steps/find-subject.ts';
import {
  answerQuestion,
  type CardKind,
  findQuestion,
  placeFor,
  rememberCard,
  saidBefore,
} from './steps/remember-cards.ts';
import { type Kind, type RememberView, rememberLines } from './steps/remember-lines.ts';
import { noText, rememberRules } from './steps/remember-rules.ts';
import { findCard, kindOfCard, replaceCard } from './steps/replace-card.ts';
import { briefly, type Said } from './steps/said-before.ts';

const MAX_TEXTS = 50;

const words = text.refine((value) => value.trim() !== '', 'must not be blank');

export const remember = defineOperation({
  name: 'remember',
  title: 'Remember',
  description:
    'Keeps a rule (a standing word of the user, shown word for word in every first answer), decision, fact or question. text may be a list.',
  toolset: 'reasoning',
  does: writes().and(seesPresence).and(asksClient),
  input: {
    text: listedAs(
      z
        .union([words, z.array(words).min(1).max(MAX_TEXTS)], {
          error: 'a text or a list of texts',
        })
        .optional(),
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    ),
    kind: z.enum(['rule', 'decision', 'fact', 'question']).optional().describe('Default: fact'),
    about: line(200)
      .register(MAY_BE_QUALIFIED, {})
      .optional()
      .describe('Id; default: workspace for rules, else focus'),
    source: unlisted(line(200).optional().describe('Who said it; default for a rule: the user')),
    to: line(200).optional().describe('A question to "user" is asked at once'),
    replaces: line(256).optional().describe('Rule or card that ends'),
    answers: line(256).optional().describe('Question id'),
  },
  refusals: ['UNKNOWN_ID'],
  example: {
    title: 'Two rules of the user',
    args: { kind: 'rule', text: ['Never force-push.', 'Errors are values, not exceptions.'] },
  },
  portal: rememberLines,
  async run(input, call) {
    const kind = kindOf(input);
    if (isRefusal(kind)) return kind;
    const texts = input.text === undefined ? [] : [input.text].flat().map((each) => each.trim());
    if (call.reply && call.reply.kind !== 'roots') return settleAsked(call.tx, call.reply, input);
    const focus = await ownFocus(call);
    if (input.replaces !== undefined && !RULE_ID.test(input.replaces)) {
      return storeReplacement(call.tx, input.replaces.trim(), texts, input, focus);
    }
    const subject = await subjectOf(call.tx, input.about, focus);
    if (isRefusal(subject)) return subject;
    if (kind === 'rule') return storeRules(call, texts, input, subject);
    const [first] = texts;
    if (first === undefined) return noText();
    if (input.answers !== undefined) return storeAnswer(call.tx, input.answers, texts, kind, input);
    const stored = await storeCards(call.tx, kind, texts, input, subject ?? focusSubject(focus));
    if (isRefusal(stored) || input.to !== USER || texts.length > 1) return stored;
    const [state = ''] = stored.view.ids;
    return { ...stored, ask: { kind: 'elicitation', message: first, state } };
  },
});

interface Request {
  readonly kind?: Kind | undefined;
  readonly about?: string | undefined;
  readonly source?: string | undefined;
  readonly to?: string | undefined;
  readonly replaces?: string | undefined;
  readonly answers?: string | undefined;
}

/** What the other arguments imply, if the kind is left out. */
function kindOf({ kind, to, replaces, answers }: Request): Kind | Refusal {
  if (replaces !== undefined && RULE_ID.test(replaces) && (kind ?? 'rule') !== 'rule') {
    return refuse('INVALID_INPUT', `replaces: only a rule replaces a rule, not a ${kind}`);
  }
  if (answers !== undefined && (kind === 'rule' || kind === 'question')) {
    return refuse('INVALID_INPUT', `answers: the answer is a decision or a fact, not a ${kind}`);
  }
  if (to !== undefined && (kind ?? 'question') !== 'question') {
    return refuse('INVALID_INPUT', `to: only a question is for somebody, not a ${kind}`);
  }
  if (kind !== undefined) return kind;
  if (replaces !== undefined) return 'rule';
  if (answers !== undefined) return 'decision';
  return to === undefined ? 'fact' : 'question';
}

interface Rememberer {
  readonly tx: Writing;
  readonly agent: string;
  readonly present: ReadonlySet<string> | undefined;
}

/** The focus, unless another agent that is present works there. */
async function ownFocus(call: Rememberer): Promise<string | undefined> {
  const { target, isOwn } = await call.tx.agents.focus(call.agent);
  if (target === null) return undefined;
  if (isOwn || (await otherAgentOn(call, target)) === undefined) return target;
  return undefined;
}

function focusSubject(focus: string | undefined): Subject | undefined {
  return focus === undefined ? undefined : { id: focus, target: focus };
}

async function subjectOf(
  tx: Writing,
  about: string | undefined,
  focus: string | undefined,
): Promise<Subject | undefined | Refusal> {
  return about === undefined ? undefined : findSubject(tx, about, focus);
}

async function storeRules(
  { tx, agent }: Rememberer,
  texts: readonly string[],
  { source, replaces }: Request,
  subject: Subject | undefined,
): Promise<Answer<RememberView> | Refusal> {
  const kept = await rememberRules(tx, { texts, source, about: subject?.id }, replaces);
  if (isRefusal(kept)) return kept;
  return answer<RememberView>({
    kind: 'rule',
    ids: kept.ids,
    source: whoseWord({ source: kept.source, by: agent }),
    ...(subject?.id ? { with: subject.id } : {}),
    ...(kept.retired === undefined ? {} : { retired: kept.retired }),
    ...saidField(kept.already.map(briefly), kept.like, endRule),
  });
}

/** Of a card: what takes its place is stored where it is, and is of its kind by default. */
async function storeReplacement(
  tx: Writing,
  replaces: string,
  texts: readonly string[],
  { kind, about, source, to, answers }: Request,
  focus: string | undefined,
): Promise<Answer<RememberView> | Refusal> {
  const other = Object.entries({ about, to, answers }).find(([, value]) => value !== undefined);
  if (other) {
    const message = `${other[0]}: not with replaces; the new card is stored in place of ${replaces}`;
    return refuse('INVALID_INPUT', message);
  }
  const found = await findCard(tx, replaces, await placeFor(tx, focusSubject(focus)));
  if (isRefusal(found)) return found;
  if (kind === 'rule') {
    return refuse('INVALID_INPUT', `replaces: a rule replaces only a rule; ${replaces} is a card`);
  }
  const settled = kind ?? kindOfCard(found.card.state);
  const ids = await replaceCard(tx, found, texts, { kind: settled, source });
  if (isRefusal(ids)) return ids;
  const { target } = found.place;
  return answer<RememberView>({
    ...{ kind: settled, ids, retired: replaces },
    ...(target === undefined ? {} : { with: target }),
  });
}

async function storeCards(
  tx: Writing,
  kind: CardKind,
  texts: readonly string[],
  { about, source, to }: Request,
  subject: Subject | undefined,
): Promise<Answer<RememberView> | Refusal> {
  const place = await placeFor(tx, subject);
  const ids = new Set<string>();
  const already = new Map<string, Said>();
  const like = new Map<string, Said>();
  for (const text of texts) {
    const draft = { kind, text, source, to, subject };
    const before = await saidBefore(tx, place, draft);
    // A fact holds wherever it was said, unless it is given to something by name.
    const isOneForAll = kind === 'fact' && about === undefined;
    const same = before.same ?? (isOneForAll ? before.elsewhere : undefined);
    const id = same?.id ?? (await rememberCard(tx, place, draft));
    if (isRefusal(id)) return id;
    if (same && !ids.has(same.id)) already.set(same.id, same);
    for (const each of same ? [] : [before.like, before.elsewhere]) {
      if (each && !ids.has(each.id)) like.set(each.id, each);
    }
    ids.add(id);
  }
  return answer<RememberView>({
    kind,
    ids: [...ids],
    ...(subject?.id ? { with: subject.id } : {}),
    ...(to === undefined ? {} : { to }),
    ...saidField([...already.values()], [...like.values()], (id) => endCard(id, place)),
  });
}

type Ends = NonNullable<RememberView['ends']>;

function saidField(
  already: readonly Said[],
  like: readonly Said[],
  ends: (id: string) => Ends,
): Pick<RememberView, 'already' | 'like' | 'ends'> {
  const [first] = like.filter((each) => !each.answered && each.with === undefined);
  return {
    ...(already.length === 0 ? {} : { already }),
    ...(like.length === 0 ? {} : { like }),
    ...(first ? { ends: ends(first.id) } : {}),
  };
}

function endRule(id: string): Ends {
  return { tool: 'remember', args: { replaces: id } };
}

function endCard(id: string, { branch, target }: ThinkPlace): Ends {
  const where = target === undefined ? { ref: branch.name } : { target };
  return { tool: 'think_set_status', args: { targets: [id], status: 'superseded', ...where } };
}

async function storeAnswer(
  tx: Writing,
  answers: string,
  texts: readonly string[],
  kind: Exclude<Kind, 'rule'>,
  { source }: Request,
): Promise<Answer<RememberView> | Refusal> {
  const question = await findQuestion(tx, answers);
  if (isRefusal(question)) return question;
  const id = await answerQuestion(tx, question, { kind, text: texts.join('\n'), source });
  if (isRefusal(id)) return id;
  return answer<RememberView>({ kind, ids: [id], answered: question.state.id });
}

/** The second run of a call that asked the user: the question is stored already. */
async function settleAsked(
  tx: Writing,
  reply: Exclude<ClientReply, { kind: 'roots' }>,
  { to }: Request,
): Promise<Answer<RememberView> | Refusal> {
  const said = reply.kind === 'elicitation' ? reply.text : undefined;
  if (said !== undefined) {
    const stored = await storeAnswer(tx, reply.state, [said], 'decision', { source: USER });
    return isRefusal(stored) ? stored : { ...stored, view: { ...stored.view, said } };
  }
  const view: RememberView = { kind: 'question', ids: [reply.state], unanswered: true };
  return answer<RememberView>(to === undefined ? view : { ...view, to });
}
