/**
 * One operation of the gateway. Each is an operation like any tool, reached through the gateway's
 * name: parsed strictly, run in one transaction, budgeted where it reads. What they share is here:
 * the caller's state, the stage that is needed, and where a change of that state is kept.
 */

import * as z from 'zod';
import {
  AT_ENTRY,
  GATEWAY,
  type GatewayState,
  requireStage,
  type Stage,
} from '../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../kernel/budget.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../kernel/refusal.ts';
import { sameCall } from '../../kernel/same-call.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { type Answer, type Call, defineOperation, type Operation } from '../define-operation.ts';
import { budget, workspace } from '../fields.ts';
import { latestSession } from './latest-session.ts';

type RouteEffect = 'read' | 'write';

/** What a route works with. */
export interface Scene<Ef extends RouteEffect = RouteEffect> {
  readonly tx: Ef extends 'write' ? Writing : Reading;
  readonly call: Call<Ef, false, undefined>;
  /** Where the caller stands. */
  readonly state: GatewayState;
}

/** An answer, and where the caller stands afterwards if that is elsewhere. */
export interface Outcome extends Answer {
  readonly state?: GatewayState;
}

/** What the call says that it is. */
interface Spoken {
  readonly operation: string;
}

interface Declaration<Shape extends z.ZodRawShape, Ef extends RouteEffect> {
  readonly operation: string;
  readonly subOperation?: string;
  /** Other words for the sub-operation, where more than one comes to mind. */
  readonly aliases?: readonly string[];
  readonly stage: Stage;
  readonly effect: Ef;
  readonly input: Shape;
  /** Other names of some parameters, also in the input, by which `run` need not look. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** What help says instead of its parameters. */
  readonly told?: string;
  /** Asks the client's model, and ends in a second run of the call. */
  readonly asksModel?: true;
  /** A call that is right as it stands, once the reader has filled it in. */
  readonly minimal?: JsonObject;
  readonly trims?: readonly Trim[];
  run(
    input: z.output<z.ZodObject<Shape>> & Spoken,
    scene: Scene<Ef>,
  ): Promise<Outcome | Refusal> | Outcome | Refusal;
}

export interface Route {
  readonly operation: string;
  readonly subOperation: string | undefined;
  readonly aliases: readonly string[];
  readonly stage: Stage;
  readonly shape: z.ZodRawShape;
  readonly told: string | undefined;
  readonly runs: Operation;
}

/** Any route may give these; the gateway shows how each is reached. */
const LEDGER_REFUSALS: readonly RefusalCode[] = [
  'INVALID_OPERATION',
  'SESSION_NOT_FOUND',
  'STAGE_REQUIREMENT_NOT_MET',
  'THOUGHT_NOT_FOUND',
  'UNKNOWN_ID',
];

const DECLARED = Object.fromEntries(
  LEDGER_REFUSALS.map((code) => [code, { title: code, args: {} }]),
);

export function defineRoute<const Shape extends z.ZodRawShape, Ef extends RouteEffect>(
  declaration: Declaration<Shape, Ef>,
): Route {
  const { operation, subOperation, stage, effect, input, minimal, trims, run } = declaration;
  const spoken = { operation, ...(subOperation === undefined ? {} : { subOperation }) };
  const runs = defineOperation({
    name: GATEWAY,
    title: 'Thought ledger',
    description: [operation, subOperation].filter((part) => part !== undefined).join(' '),
    family: 'thoughtbox',
    effect,
    plain: true,
    minimal: { ...spoken, ...minimal },
    input: {
      operation: z.string(),
      ...(subOperation === undefined ? {} : { subOperation: z.string() }),
      workspace,
      ...input,
      ...(effect === 'read' ? budget : {}),
    },
    refusals: DECLARED,
    examples: [],
    ...(trims ? { trims } : {}),
    async run(given, anyCall) {
      const call = anyCall as unknown as Call<Ef, false, undefined>;
      const input = unified(given as JsonObject, declaration.synonyms ?? {});
      if (isRefusal(input)) return input;
      const state = await stateOf(call);
      // What the first run has done stands, wherever the caller has gone meanwhile.
      const isSecondRun = declaration.asksModel && (call.reply?.kind ?? 'roots') !== 'roots';
      const enforced = call.server.thoughts.stages && call.role === 'write' && !isSecondRun;
      if (enforced && state.stage < stage) {
        const named = input.sessionId;
        // Whoever wants to read, or to add to a session, is not helped by a new one.
        const goesOn = (stage === 1 && operation !== 'cipher') || named !== undefined;
        const session = goesOn ? await sessionMeant(call, named) : undefined;
        const tooEarly = requireStage(state, stage, operation, session);
        if (tooEarly) return tooEarly;
      }
      const tx = call.tx as Scene<Ef>['tx'];
      const outcome = await run(input as never, { tx, call, state });
      return isRefusal(outcome) ? outcome : kept(call, outcome);
    },
  });
  const { aliases = [], told } = declaration;
  return { operation, subOperation, aliases, stage, shape: input, told, runs };
}

/** Each parameter under its own name; one that says different things under two is refused. */
function unified(given: JsonObject, synonyms: Readonly<Record<string, string>>) {
  let input = given;
  for (const [synonym, name] of Object.entries(synonyms)) {
    const { [synonym]: said, ...rest } = input;
    if (said === undefined) continue;
    if (rest[name] !== undefined && JSON.stringify(rest[name]) !== JSON.stringify(said)) {
      return refuse(
        'INVALID_INPUT',
        `${name}, ${synonym}: they mean the same, so give one of them`,
        {
          details: { field: synonym },
          suggestions: [suggestCall(GATEWAY, sameCall(rest), `With ${name} alone`)],
        },
      );
    }
    input = { ...rest, [name]: said };
  }
  return input;
}

async function stateOf(call: Call<RouteEffect, false, undefined>): Promise<GatewayState> {
  if (call.isPassing) return PASSING;
  const known = call.connection
    ? call.connection.state
    : await call.tx.thoughts.gatewayState(call.agent);
  return known ?? atStart(call);
}

/** Whoever cannot be met again has no stage to be at: it names its session each time. */
const PASSING: GatewayState = { stage: 3 };

/** A server that was started for one session has it loaded, if there is such a session. */
async function atStart(call: Call<RouteEffect, false, undefined>): Promise<GatewayState> {
  const { sessionId } = call.server.thoughts;
  const known = sessionId !== undefined && (await call.tx.thoughts.session(sessionId));
  return known ? { stage: 1, session: known.id } : AT_ENTRY;
}

/** The session that whoever comes too early may mean: the one it names, else the latest. */
async function sessionMeant(
  call: Call<RouteEffect, false, undefined>,
  named: unknown,
): Promise<string | undefined> {
  if (typeof named === 'string' && (await call.tx.thoughts.session(named.toLowerCase()))) {
    return named;
  }
  const latest = await latestSession(call.tx, call.server.thoughts.project);
  return latest && 'latest';
}

/** A connection remembers by itself; without one, the journal does. */
async function kept(
  call: Call<RouteEffect, false, undefined>,
  { state, ...answer }: Outcome,
): Promise<Answer> {
  if (!state || call.isPassing) return answer;
  if (call.connection) return { ...answer, connection: state };
  await (call.tx as Writing).append([
    { type: 'gateway_moved', entity: `agent:${call.agent}`, payload: { state } },
  ]);
  return answer;
}
