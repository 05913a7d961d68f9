/** `session get`: a session with the thoughts of all its chains, page by page. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { MAIN_NAME } from '../../../domain/thoughts/record-thought.ts';
import { type Chain, MAIN, type Session } from '../../../domain/thoughts/session.ts';
import { sessionView, thoughtView } from '../../../domain/thoughts/session-view.ts';
import type { Thought } from '../../../domain/thoughts/thought.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute, type RouteContext } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { page, sessionId } from '../steps/gateway-fields.ts';
import { cutThoughts } from '../steps/thought-trims.ts';

const input = {
  sessionId,
  branchId: z.string().max(64).optional().describe('Only this branch; main for the main chain'),
  thoughtNumber: z.int().min(1).optional().describe('Only this thought'),
  last: z.int().min(1).max(100).optional().describe('Only the last N thoughts'),
  ...page,
};

type Request = z.output<z.ZodObject<typeof input>>;

export const sessionGet = defineRoute({
  operation: 'session',
  subOperation: 'get',
  stage: 1,
  does: reads(),
  input,
  minimal: { sessionId: 'latest' },
  async run(request, context) {
    const session = await findSession(context, request.sessionId);
    if (isRefusal(session)) return session;
    const { tx } = context;
    const chains = await tx.thoughts.chains(session.seq);
    const chosen = chosenChain(request, chains, session.id);
    if (isRefusal(chosen)) return chosen;
    const total = chosen ? chosen.count : session.thoughtCount;
    const found = await readPage(context, session, request, chosen?.name, total);
    if (isRefusal(found)) return found;
    const branch =
      session.graphBranch === undefined ? undefined : await tx.branches.byId(session.graphBranch);
    const view = {
      session: sessionView(session),
      thoughts: viewsOn(MAIN, found.thoughts, chains),
      branches: Object.fromEntries(
        chains.flatMap(({ name }) =>
          name === MAIN ? [] : [[name, viewsOn(name, found.thoughts, chains)]],
        ),
      ),
      total,
      ...found.more,
      ...(branch ? { graph: branch.name } : {}),
    };
    const names = found.thoughts.map(({ chain }) => chain);
    const offset = request.last === undefined ? request.offset : undefined;
    return answer(view, { trims: cutThoughts({ chains: names, offset }) });
  },
});

function viewsOn(
  name: string,
  thoughts: readonly Thought[],
  chains: readonly Chain[],
): readonly JsonObject[] {
  const origin = chains.find((chain) => chain.name === name)?.origin;
  return thoughts.filter(({ chain }) => chain === name).map((each) => thoughtView(each, origin));
}

/** The chain to show; undefined for all chains. */
function chosenChain(
  request: Request,
  chains: readonly Chain[],
  session: string,
): Chain | undefined | Refusal {
  const { branchId, thoughtNumber } = request;
  if (branchId === undefined && thoughtNumber === undefined) return undefined;
  const named = (name: string) => chains.find((each) => each.name === name);
  // Earlier releases accepted a branch of that name. The main chain is then read without branchId.
  const chain = named(branchId ?? MAIN) ?? (branchId === MAIN_NAME ? named(MAIN) : undefined);
  if (chain) return chain;
  const known = chains.flatMap((each) => (each.name === MAIN ? [] : [each.name]));
  return refuse(
    'THOUGHT_NOT_FOUND',
    `branchId: the session has no thought on ${branchId ?? 'its main chain'}`,
    { details: { field: 'branchId', branches: known }, suggestions: seeAll(session) },
  );
}

function seeAll(sessionId: string): readonly Suggestion[] {
  const get = { operation: 'session', subOperation: 'get', sessionId };
  return [suggestCall(GATEWAY, get, 'See its thoughts')];
}

function chainWords(chain: string): string {
  return chain === MAIN ? 'the main chain; branchId names another' : `the branch ${chain}`;
}

async function readPage(
  { tx }: RouteContext,
  session: Session,
  request: Request,
  chain: string | undefined,
  total: number,
): Promise<{ thoughts: readonly Thought[]; more: JsonObject } | Refusal> {
  if (request.thoughtNumber !== undefined) {
    const place = { chain: chain ?? MAIN, number: request.thoughtNumber };
    const one = await tx.thoughts.thought(session.seq, place);
    if (one) return { thoughts: [one], more: {} };
    return refuse(
      'THOUGHT_NOT_FOUND',
      `thoughtNumber: no thought ${request.thoughtNumber} on ${chainWords(place.chain)}`,
      { details: { field: 'thoughtNumber' }, suggestions: seeAll(session.id) },
    );
  }
  if (request.last !== undefined) {
    const slice = { chain, last: true, limit: request.last };
    return { thoughts: await tx.thoughts.thoughts(session.seq, slice), more: { hasMore: false } };
  }
  const { offset, limit } = request;
  const thoughts = await tx.thoughts.thoughts(session.seq, { chain, offset, limit });
  const hasMore = offset + thoughts.length < total;
  return {
    thoughts,
    more: { hasMore, ...(hasMore ? { nextOffset: offset + thoughts.length } : {}) },
  };
}
