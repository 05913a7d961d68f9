/** Asks the client's model for a critique of a thought, and stores the reply. */

import * as z from 'zod';
import { MAIN, type Session, sessionEntity } from '../../../domain/thoughts/session.ts';
import { placeName, type Thought } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import type { Ask, ClientReply } from '../../declaration/define-operation.ts';
import type { RouteContext } from '../router/define-route.ts';
import { findSession } from './find-session.ts';

const EARLIER = 5;

const SYSTEM_PROMPT = `You are a critical thinking partner reviewing reasoning steps.
Identify logical gaps, unstated assumptions, and alternative perspectives.
Be concise but thorough.`;

/** Names the thought to criticise. The client gets it with the question and returns it. */
const TICKET = z.strictObject({
  session: z.string(),
  chain: z.string(),
  number: z.int().min(1),
});

export async function askCritique(
  tx: Reading,
  session: Session,
  { chain, number }: ThoughtPlace,
  thought: string,
): Promise<Ask> {
  const earlier = await readEarlier(tx, session.seq, { chain, number });
  const lines = [
    ...earlier.map((each) => `Thought ${placeName(each)}: ${each.text}`),
    `Thought ${placeName({ chain, number })}: ${thought}`,
  ];
  return {
    kind: 'sampling',
    prompt: {
      systemPrompt: SYSTEM_PROMPT,
      message: `${lines.join('\n\n')}\n\nReview the last thought in the light of the earlier ones.`,
      maxTokens: 1000,
      modelHint: 'claude-sonnet-4-5-20250929',
      intelligencePriority: 0.9,
      costPriority: 0.3,
    },
    state: JSON.stringify({ session: session.id, chain, number }),
  };
}

/** The thoughts before one: back along its chain, then along the main chain from the fork. */
async function readEarlier(
  tx: Reading,
  session: number,
  place: ThoughtPlace,
): Promise<readonly Thought[]> {
  const found: Thought[] = [];
  const origin = (await tx.thoughts.chain(session, place.chain))?.origin;
  let at: Thought | undefined = await tx.thoughts.thought(session, place);
  while (at && found.length < EARLIER) {
    const fork = at.chain === MAIN ? undefined : origin;
    const number = at.previous ?? fork;
    if (number === undefined) break;
    const chain = at.previous === undefined ? MAIN : at.chain;
    at = await tx.thoughts.thought(session, { chain, number });
    if (at) found.unshift(at);
  }
  return found;
}

export interface Criticised {
  readonly session: Session;
  readonly thought: Thought;
  /** As the answer shows it. */
  readonly critique: JsonObject;
}

/** In bytes: a client may send a whole stack as the reason why it failed. */
const MAX_REASON = 300;

/** In bytes; ample for the thousand tokens that are asked for. */
const MAX_CRITIQUE = 16_000;

/** The second run of a call: the thought is recorded already, and only the critique is added. */
export async function attachCritique(
  context: RouteContext<Writing>,
  reply: Exclude<ClientReply, { kind: 'roots' }>,
  recorded: string,
): Promise<Criticised | Refusal> {
  const { tx } = context;
  const found = await findTicketed(context, reply.state);
  if (isRefusal(found)) return found;
  const { session, thought } = found;
  if (thought.text !== recorded) {
    return refuse('INVALID_INPUT', 'requestState: belongs to another thought');
  }
  if (reply.kind !== 'sampling') {
    const why = reply.kind === 'failed' ? reply.message : 'the client sent no text';
    const message = excerpt(why, MAX_REASON);
    return { session, thought, critique: { code: 'SAMPLING_FAILED', message } };
  }
  if (thought.critique !== undefined) {
    const { text, model, atMs } = thought.critique;
    return { session, thought, critique: { text, model, timestamp: timestamp(atMs) } };
  }
  const { chain, number } = thought;
  const text = excerpt(reply.text, MAX_CRITIQUE);
  const model = excerpt(reply.model, LIMITS.docName);
  await tx.append([
    {
      type: 'critique_attached',
      entity: sessionEntity(session.seq),
      payload: { of: { chain, number }, text, model },
    },
  ]);
  const at = timestamp(context.call.nowMs);
  return { session, thought, critique: { text, model, timestamp: at } };
}

/** A client can forge a ticket, so it is good only for a critique that this agent asked for. */
async function findTicketed(
  context: RouteContext,
  state: string,
): Promise<{ session: Session; thought: Thought } | Refusal> {
  const ticket = TICKET.safeParse(parsed(state));
  if (!ticket.success)
    return refuse('INVALID_INPUT', 'requestState: was not created by this server');
  const { session: id, chain, number } = ticket.data;
  const session = await findSession(context, id);
  if (isRefusal(session)) return session;
  const thought = await context.tx.thoughts.thought(session.seq, { chain, number });
  if (!thought) return refuse('THOUGHT_NOT_FOUND', `no thought ${number} in session ${id}`);
  const event = await context.tx.journal.at(thought.seq);
  const isAsked = event?.type === 'thought_recorded' && event.payload.criticise === true;
  return isAsked && event.agent === context.call.agent
    ? { session, thought }
    : refuse('INVALID_INPUT', 'requestState: this agent asked for no critique of this thought');
}

function parsed(state: string): unknown {
  try {
    return JSON.parse(state);
  } catch {
    return undefined;
  }
}
