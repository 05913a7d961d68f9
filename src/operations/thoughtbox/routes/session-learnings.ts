/** `session extract_learnings`: what a session teaches, with the thoughts that teach it. */

import * as z from 'zod';
import { extractLearnings, LEARNING_TYPES } from '../../../domain/thoughts/learnings.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { shorten } from '../../../kernel/trims.ts';
import { answer } from '../../define-operation.ts';
import { line, text } from '../../fields.ts';
import { defineRoute } from '../define-route.ts';
import { findSession } from '../find-session.ts';
import { page, sessionId } from '../gateway-fields.ts';
import { cutList } from '../list-page.ts';
import { readThoughts } from '../read-thoughts.ts';

/** The latest thoughts that are looked at: a session of more has more than one lesson. */
const MOST_THOUGHTS = 2_000;

export const sessionLearnings = defineRoute({
  operation: 'session',
  subOperation: 'extract_learnings',
  stage: 1,
  effect: 'read',
  input: {
    sessionId,
    keyMoments: z
      .array(
        z.strictObject({
          thoughtNumber: z.int().min(1),
          type: line(64),
          significance: z.number().optional(),
          summary: text.optional(),
        }),
      )
      .max(50)
      .default([]),
    targetTypes: z.array(z.enum(LEARNING_TYPES)).default([...LEARNING_TYPES]),
    limit: page.limit,
  },
  minimal: { sessionId: 'current' },
  trims: [
    shorten('learnings', ['content'], 600),
    shorten('learnings', ['content'], 200),
    cutList('learnings'),
  ],
  async run(input, scene) {
    const session = await findSession(scene, input.sessionId);
    if (isRefusal(session)) return session;
    const { tx, call } = scene;
    const offset = Math.max(0, session.thoughtCount - MOST_THOUGHTS);
    const learnings = extractLearnings(
      {
        session,
        thoughts: await readThoughts(tx, session, { offset }),
        chains: await tx.thoughts.chains(session.seq),
      },
      { types: input.targetTypes, moments: input.keyMoments, nowMs: call.nowMs },
    );
    const shown = learnings.slice(0, input.limit);
    return answer({
      sessionId: session.id,
      extractedCount: learnings.length,
      learnings: shown,
      ...(shown.length < learnings.length ? { hasMore: true } : {}),
    });
  },
});
