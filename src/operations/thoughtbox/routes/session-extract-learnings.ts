/** `session extract_learnings`: the lessons of a session, each with the thoughts it comes from. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import {
  extractLearnings,
  type KeyMoment,
  LEARNING_TYPES,
} from '../../../domain/thoughts/learnings.ts';
import { MAIN, type Session } from '../../../domain/thoughts/session.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { line, text } from '../../declaration/fields.ts';
import { defineRoute, type RouteContext } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { page, sessionId } from '../steps/gateway-fields.ts';
import { cutWhole } from '../steps/list-page.ts';
import { readThoughts } from '../steps/read-thoughts.ts';

/** Only the latest thoughts are searched, to bound the work of one call. */
const MAX_THOUGHTS = 2_000;

const keyMoment = z.strictObject({
  thoughtNumber: z.int().min(1),
  type: line(64),
  significance: z.number().optional(),
  summary: text.optional(),
});

export const sessionExtractLearnings = defineRoute({
  operation: 'session',
  subOperation: 'extract_learnings',
  stage: 1,
  does: reads(cutWhole('learnings')),
  input: {
    sessionId,
    keyMoments: z.array(keyMoment).max(50).default([]),
    targetTypes: z.array(z.enum(LEARNING_TYPES)).default([...LEARNING_TYPES]),
    limit: page.limit,
  },
  minimal: { sessionId: 'latest' },
  async run(input, context) {
    const session = await findSession(context, input.sessionId);
    if (isRefusal(session)) return session;
    const moments = await readMoments(context, session, input.keyMoments);
    if (isRefusal(moments)) return moments;
    const { tx, call } = context;
    const offset = Math.max(0, session.thoughtCount - MAX_THOUGHTS);
    const { count, learnings } = extractLearnings(
      {
        session,
        thoughts: await readThoughts(tx, session, { offset }),
        chains: await tx.thoughts.chains(session.seq),
      },
      { types: input.targetTypes, moments, most: input.limit, nowMs: call.nowMs },
    );
    return answer({
      sessionId: session.id,
      extractedCount: count,
      learnings,
      ...(learnings.length < count ? { leftOut: count - learnings.length } : {}),
      ...(offset === 0 ? {} : { note: `from the last ${MAX_THOUGHTS} thoughts` }),
    });
  },
});

/** Read one by one: a key moment may be older than the thoughts that are searched. */
async function readMoments(
  { tx }: RouteContext,
  session: Session,
  requested: readonly z.output<typeof keyMoment>[],
): Promise<readonly KeyMoment[] | Refusal> {
  const moments: KeyMoment[] = [];
  for (const { thoughtNumber: number, ...moment } of requested) {
    const thought = await tx.thoughts.thought(session.seq, { chain: MAIN, number });
    if (!thought) return noMoment(session.id, number);
    moments.push({ ...moment, thought });
  }
  return moments;
}

function noMoment(sessionId: string, number: number): Refusal {
  const get = { operation: 'session', subOperation: 'get', sessionId };
  return refuse(
    'THOUGHT_NOT_FOUND',
    `keyMoments: the main chain of the session has no thought ${number}`,
    {
      details: { field: 'keyMoments' },
      suggestions: [suggestCall(GATEWAY, get, 'See its thoughts')],
    },
  );
}
