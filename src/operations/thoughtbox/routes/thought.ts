/** `thought`: records one step of reasoning. */

import * as z from 'zod';
import { parseCipher } from '../../../domain/thoughts/cipher.ts';
import { cipherHint } from '../../../domain/thoughts/cipher-hint.ts';
import {
  begun,
  closed,
  entered,
  GATEWAY,
  type GatewayState,
} from '../../../domain/thoughts/gateway-state.ts';
import { linkedThought } from '../../../domain/thoughts/link-thought.ts';
import {
  placesOf,
  type Recorded,
  recordThought,
  referring,
  refersBack,
  type Surrounding,
  type ThoughtRequest,
} from '../../../domain/thoughts/record-thought.ts';
import {
  canonicalTags,
  MAIN,
  type Session,
  sessionEntity,
} from '../../../domain/thoughts/session.ts';
import { isUntitled, titleFrom } from '../../../domain/thoughts/session-title.ts';
import { MAX_NUMBER } from '../../../domain/thoughts/thought.ts';
import { ageOf } from '../../../kernel/ago.ts';
import { type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { isSlug, SLUG_RULE } from '../../../kernel/slug.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line, text } from '../../declaration/fields.ts';
import { findCitedCells } from '../../steps/cell-evidence.ts';
import { defineRoute, type Outcome, type RouteContext } from '../router/define-route.ts';
import { appendThought } from '../steps/append-thought.ts';
import { askCritique, attachCritique } from '../steps/critique.ts';
import { findSession } from '../steps/find-session.ts';
import { sessionId, sessionTitle, tags } from '../steps/gateway-fields.ts';
import { openSession } from '../steps/open-session.ts';
import { proposeElsewhere, proposeThought } from '../steps/propose-thought.ts';
import { type Labels, readLabels } from '../steps/read-labels.ts';

/** The bounds stay out of the JSON schema, since every client pays for its length. */
const number = z
  .int()
  .refine((value) => value >= 1, 'expected number to be >=1')
  .refine((value) => value <= MAX_NUMBER, `expected number to be <=${MAX_NUMBER}`)
  .optional();

/** How many cells a thought may cite. */
const MAX_CELLS = 20;

const input = {
  thought: text.refine((value) => value.trim() !== '', 'must not be blank'),
  nextThoughtNeeded: z.boolean(),
  thoughtNumber: number,
  totalThoughts: number,
  isRevision: z.boolean().optional(),
  revisesThought: number,
  branchFromThought: number,
  branchId: z.string().refine(isSlug, SLUG_RULE).optional(),
  needsMoreThoughts: z.boolean().optional(),
  includeGuide: z.boolean().optional(),
  critique: z.boolean().optional(),
  cells: z
    .array(line(LIMITS.title))
    .max(MAX_CELLS)
    .optional()
    .describe('Cells of notebooks that it cites: notebook:cell'),
  sessionId: sessionId.optional(),
  sessionTitle,
  sessionTags: tags,
};

type Input = z.output<z.ZodObject<typeof input>>;

export const thought = defineRoute({
  operation: 'thought',
  stage: 2,
  does: writes(),
  asksModel: true,
  hasWords: true,
  input,
  minimal: { thought: '<fill: the reasoning>', nextThoughtNeeded: true },
  minor: [
    ...['thoughtNumber', 'totalThoughts', 'needsMoreThoughts', 'includeGuide', 'critique'],
    'sessionTags',
  ],
  run: (request, context) =>
    context.call.reply && context.call.reply.kind !== 'roots'
      ? withCritique(context, context.call.reply, request.thought)
      : record(context, request),
});

/** Loads what the decision needs, decides, then appends. */
async function record(context: RouteContext<Writing>, request: Input): Promise<Outcome | Refusal> {
  const { tx } = context;
  const session = await chooseSession(context, request);
  if (isRefusal(session)) return session;
  const cells = await findCitedCells(tx, request.cells);
  if (isRefusal(cells)) return cells;
  const decided = await decide(tx, session, { ...request, cells });
  if (isRefusal(decided)) {
    const refused = { session, request, refusal: decided };
    return proposeThought(context, refused, (other, again) => decide(tx, other, again));
  }
  const ended = await endedBefore(context, session, decided);
  const { draft, unresolved } = linkedThought(decided.draft, decided.resolve);
  await appendThought(tx, session, draft);
  const state = stateAfter(context.state, session, decided, request.sessionId !== undefined);
  const isBegun = context.state.session === undefined && request.sessionId === undefined;
  const view = { ...(await recordedView(session, request, decided, unresolved)), ...ended };
  // The caller knows a title that it gave.
  const title = request.sessionTitle !== undefined || (titleFrom(request.thought) ?? session.title);
  return {
    ...answer(isBegun ? { ...view, ...begunView(context.state, title) } : view),
    ...(state === context.state ? {} : { state }),
    ...(request.critique ? { ask: await askCritique(tx, session, decided, request.thought) } : {}),
  };
}

/** A caller that thinks on in a session that somebody else has completed must be told. */
async function endedBefore(
  { tx, call }: RouteContext,
  session: Session,
  { chain }: Recorded,
): Promise<JsonObject> {
  if (!session.isComplete) return {};
  const main = await tx.thoughts.chain(session.seq, MAIN);
  const place = { chain: MAIN, number: main?.last ?? 0 };
  const [last] = await tx.thoughts.recordedAt(session.seq, [place]);
  if (!last || last.event.agent === call.agent) return {};
  const age = ageOf(last.event.tsMs, call.nowMs);
  const since = chain === MAIN ? 'this thought opened it again' : 'a branch leaves it complete';
  return { note: `${last.event.agent} completed this session ${age} ago; ${since}` };
}

async function decide(
  tx: Reading,
  session: Session,
  request: ThoughtRequest,
): Promise<(Recorded & Pick<Labels, 'resolve'>) | Refusal> {
  const steps = parseCipher(request.thought);
  const chain = request.branchId ?? MAIN;
  const labels = await readLabels(tx, session.seq, chain, referring(request.thought, steps));
  const surrounding = await readSurrounding(tx, session, request, labels);
  const recorded = recordThought(request, steps, surrounding);
  return isRefusal(recorded) ? recorded : { ...recorded, resolve: labels.resolve };
}

/** A caller that goes on after a conclusion must see that it is in a new session now. */
function begunView(state: GatewayState, sessionStarted: string | true): JsonObject {
  return {
    sessionStarted,
    ...(state.closed === undefined
      ? {}
      : { reopen: { operation: 'load_context', sessionId: state.closed } }),
  };
}

async function recordedView(
  session: Session,
  request: Input,
  { chain, payload }: Recorded,
  unresolved: readonly number[],
): Promise<JsonObject> {
  const { steps = [] } = payload;
  const view = brief(session, payload, {
    sessionClosed: isLast(chain, payload) ? true : undefined,
    branchId: payload.branch,
    unresolved:
      unresolved.length === 0
        ? undefined
        : unresolved.slice(0, MAX_UNRESOLVED).map((label) => `S${label}`),
    critique: request.critique ? { code: 'SAMPLING_NOT_SUPPORTED' } : undefined,
    steps: steps.length === 0 ? undefined : steps.length,
  });
  const hint = cipherHint(request.thought);
  return {
    ...view,
    ...(hint === undefined ? {} : { hint }),
    ...(request.includeGuide ? { guide: await patternsGuide() } : {}),
  };
}

async function withCritique(
  context: RouteContext<Writing>,
  reply: Parameters<typeof attachCritique>[1],
  text: string,
): Promise<Outcome | Refusal> {
  const taken = await attachCritique(context, reply, text);
  if (isRefusal(taken)) return taken;
  const { session, thought: criticised, critique } = taken;
  const { number: at, total, more, chain } = criticised;
  const view = brief(
    session,
    { number: at, total, more },
    {
      sessionClosed: isLast(chain, criticised) ? true : undefined,
      branchId: chain === MAIN ? undefined : chain,
      steps: criticised.steps.length === 0 ? undefined : criticised.steps.length,
    },
  );
  const shown = { ...view, critique };
  // Many callers see only this answer, not that of the first run, which began the session.
  const { state } = context;
  const isBegun = state.closed !== undefined && state.session === session.id;
  const isFirst = isBegun && session.thoughtCount === 1;
  return answer(isFirst ? { ...shown, ...begunView(state, session.title) } : shown);
}

/** The session that the call names, else the active one, else a new one. */
async function chooseSession(
  context: RouteContext<Writing>,
  request: Input,
): Promise<Session | Refusal> {
  const { tx, call, state } = context;
  const { sessionTitle: title, sessionTags } = request;
  if (request.sessionId !== undefined) return findSession(context, request.sessionId);
  if (call.isAnonymous) return namelessCaller();
  if (state.session === undefined) {
    if (call.server.thoughts.autoCreateSession) {
      return openSession(context, { title, tags: sessionTags ?? [] });
    }
    return noneActive(context, request);
  }
  const session = await findSession(context, 'current');
  if (isRefusal(session)) return session;
  return session.thoughtCount === 0 ? describeSession(tx, session, title, sessionTags) : session;
}

async function noneActive(context: RouteContext, request: Input): Promise<Refusal> {
  const refusal = refuse(
    'SESSION_NOT_FOUND',
    'no session is active, and this server starts none by itself',
    { suggestions: [suggestCall(GATEWAY, { operation: 'start_new' }, 'Start a session')] },
  );
  const decideHere = (session: Session, asked: ThoughtRequest) =>
    decide(context.tx, session, asked);
  return refersBack(request) ? proposeElsewhere(context, request, refusal, decideHere) : refusal;
}

/** Callers without a name cannot be distinguished, so none of them has an active session. */
function namelessCaller(): Refusal {
  return refuse('SESSION_NOT_FOUND', 'sessionId: required, since this client sends no name', {
    recovery: 'Send sessionId with each thought, or the header Waymark-Agent.',
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'start_new' },
        'Start a session, then send its id with each thought',
      ),
    ],
  });
}

/** A session that was started without a title gets it from its first thought. */
async function describeSession(
  tx: Writing,
  session: Session,
  requestedTitle: string | undefined,
  requestedTags: readonly string[] | undefined,
): Promise<Session> {
  const title = isUntitled(session) ? requestedTitle : undefined;
  if (title === undefined && requestedTags === undefined) return session;
  const all = canonicalTags([...session.tags, ...(requestedTags ?? [])]);
  await tx.append([
    {
      type: 'session_changed',
      entity: sessionEntity(session.seq),
      payload: {
        ...(title === undefined ? {} : { title }),
        ...(requestedTags === undefined ? {} : { tags: all }),
      },
    },
  ]);
  return session;
}

async function readSurrounding(
  tx: Reading,
  session: Session,
  request: ThoughtRequest,
  labels: Labels,
): Promise<Surrounding> {
  const { branchId } = request;
  const main = await tx.thoughts.chain(session.seq, MAIN);
  const chain = branchId === undefined ? main : await tx.thoughts.chain(session.seq, branchId);
  const known = await tx.thoughts.known(session.seq, placesOf(request));
  const has = (where: string, at: number) =>
    known.some((each) => each.chain === where && each.number === at);
  return { session, chain, main, has, ...labels };
}

/** A session ends with the last thought of its main chain; a branch ends alone. */
function isLast(chain: string, { more }: { readonly more: boolean }): boolean {
  return chain === MAIN && !more;
}

function stateAfter(
  state: GatewayState,
  session: Session,
  { chain, payload }: Recorded,
  isNamed: boolean,
): GatewayState {
  if (state.session !== undefined) {
    return isLast(chain, payload) && state.session === session.id ? closed(state) : state;
  }
  const there = isNamed ? entered(state, session.id) : begun(state, session.id);
  return isLast(chain, payload) ? closed(there) : there;
}

const MAX_BYTES = 200;
/** How many labels that lead nowhere an answer names. */
const MAX_UNRESOLVED = 3;

/** Always the four fields that every caller needs; the extras as far as they fit into 200 bytes. */
function brief(
  session: Session,
  { number: at, total, more }: { number: number; total: number; more: boolean },
  extras: JsonObject,
): JsonObject {
  let view: JsonObject = {
    thoughtNumber: at,
    totalThoughts: total,
    nextThoughtNeeded: more,
    sessionId: session.id,
  };
  for (const [name, value] of Object.entries(extras)) {
    const longer = { ...view, [name]: value };
    if (value !== undefined && jsonBytes(longer) <= MAX_BYTES) view = longer;
  }
  return view;
}

async function patternsGuide(): Promise<string> {
  return (await import('../../../../guides/patterns-cookbook.md')).default;
}
