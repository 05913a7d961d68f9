/**
 * Defines one operation of the gateway. A route is an operation like any tool, reached through the
 * gateway: parsed strictly, run in one transaction, with a budget if it reads. This file adds what
 * all routes share: the state of the caller, the stage that is required, and saving a new state.
 */

import * as z from 'zod';
import {
  AT_ENTRY,
  GATEWAY,
  type GatewayState,
  requireStage,
  type Stage,
} from '../../../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import type { Facet } from '../../declaration/define-facet.ts';
import {
  type Answer,
  type BaseCall,
  defineOperation,
  type Fields,
  type Operation,
} from '../../declaration/define-operation.ts';
import { latestSession } from '../steps/latest-session.ts';
import { type LedgerGive, ledger } from './ledger-facets.ts';

/** A call of a route. */
export interface LedgerCall<Tx extends Reading = Reading> extends BaseCall, LedgerGive {
  readonly tx: Tx;
}

/** What a route works with. */
export interface RouteContext<Tx extends Reading = Reading> {
  readonly tx: Tx;
  readonly call: LedgerCall<Tx>;
  /** The state of the caller before the call. */
  readonly state: GatewayState;
}

/** An answer, with the new state of the caller if it has changed. */
export interface Outcome extends Answer {
  readonly state?: GatewayState;
}

/** The parameters that name the route. */
interface RouteName {
  readonly operation: z.ZodString;
}

interface Declaration<
  Lead extends Fields,
  Shape extends Fields,
  Tail extends Fields,
  Tx extends Reading,
> {
  readonly operation: string;
  readonly subOperation?: string;
  /** Other names of the sub-operation that callers may try. */
  readonly aliases?: readonly string[];
  readonly stage: Stage;
  readonly does: Facet<Lead, Tail, { readonly tx: Tx }>;
  readonly input: Shape;
  /** Aliases of parameters, each with the name under which `run` gets the value. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** What `help` shows instead of the parameters. */
  readonly helpNote?: string;
  /** Asks the client's model; the reply comes with a second run of the call. */
  readonly asksModel?: true;
  /** Its arguments are words that must not be lost if it comes too early. */
  readonly hasWords?: true;
  /** Arguments of a valid call, once the caller has replaced the placeholders. */
  readonly minimal?: JsonObject;
  /** Arguments without which the call still means the same. */
  readonly minor?: readonly string[];
  run(
    input: z.output<z.ZodObject<Lead & RouteName & Shape & Tail>>,
    context: RouteContext<Tx>,
  ): Promise<Outcome | Refusal> | Outcome | Refusal;
}

export interface Route {
  readonly operation: string;
  readonly subOperation: string | undefined;
  readonly aliases: readonly string[];
  readonly stage: Stage;
  readonly fields: Fields;
  /** Aliases of parameters. */
  readonly synonyms: Readonly<Record<string, string>>;
  readonly helpNote: string | undefined;
  readonly runs: Operation;
}

export function defineRoute<
  Lead extends Fields,
  const Shape extends Fields,
  Tail extends Fields,
  Tx extends Reading,
>(declaration: Declaration<Lead, Shape, Tail, Tx>): Route {
  const { operation, subOperation, stage, does, input: own, minimal } = declaration;
  const routeName = { operation, ...(subOperation === undefined ? {} : { subOperation }) };
  const runs = defineOperation({
    name: GATEWAY,
    title: 'Thought ledger',
    description: [operation, subOperation].filter((part) => part !== undefined).join(' '),
    toolset: 'thoughtbox',
    does: does.and(ledger({ ...routeName, ...minimal }, declaration.minor)),
    plain: true,
    input: { ...routeNameFields(subOperation !== undefined), ...own },
    example: { title: operation, args: routeName },
    async run(given, call) {
      const input = withoutAliases(given, declaration.synonyms ?? {});
      if (isRefusal(input)) return input;
      const state = await stateOf(call);
      const tooEarly = await refuseTooEarly(declaration, call, state, given);
      if (tooEarly) return tooEarly;
      const outcome = await declaration.run(input, { tx: call.tx, call, state });
      return isRefusal(outcome) ? outcome : saveState(call, outcome);
    },
  });
  const { aliases = [], synonyms = {}, helpNote } = declaration;
  return { operation, subOperation, aliases, stage, fields: own, synonyms, helpNote, runs };
}

function routeNameFields(hasSub: boolean): RouteName {
  const fields = { operation: z.string() };
  const more = { ...fields, subOperation: z.string() };
  return hasSub ? more : fields;
}

type Guarded = Pick<Route, 'operation' | 'stage'> & { asksModel?: true; hasWords?: true };

async function refuseTooEarly(
  { operation, stage, asksModel, hasWords }: Guarded,
  call: LedgerCall,
  state: GatewayState,
  given: object,
): Promise<Refusal | undefined> {
  const named: unknown = Reflect.get(given, 'sessionId');
  // The first run has passed this check; the caller may have changed its stage meanwhile.
  const isSecondRun = asksModel && (call.reply?.kind ?? 'roots') !== 'roots';
  const enforced = call.server.thoughts.stages && call.role === 'write' && !isSecondRun;
  if (!enforced || state.stage >= stage) return undefined;
  // A caller that wants to read, or names a session, is shown how to load one, not to start one.
  const goesOn = (stage === 1 && operation !== 'cipher') || named !== undefined;
  const session = goesOn ? await sessionToPropose(call, named) : undefined;
  const words = hasWords ? (given as JsonObject) : undefined;
  return requireStage(state, stage, operation, { session, words });
}

/** Replaces aliases by the names they stand for. Two different values for one are refused. */
function withoutAliases<Given extends object>(
  given: Given,
  synonyms: Readonly<Record<string, string>>,
): Given | Refusal {
  let input = given;
  for (const [synonym, name] of Object.entries(synonyms)) {
    const value: unknown = Reflect.get(input, synonym);
    const own: unknown = Reflect.get(input, name);
    if (value === undefined) continue;
    input = { ...input, [synonym]: undefined, [name]: value };
    if (own !== undefined && JSON.stringify(own) !== JSON.stringify(value)) {
      return refuse(
        'INVALID_INPUT',
        `${name}, ${synonym}: these are aliases and differ; send one of them`,
        {
          details: { field: synonym },
          suggestions: [
            suggestCall(GATEWAY, sameCall({ ...input, [name]: own }), `With ${name} alone`),
          ],
        },
      );
    }
  }
  return input;
}

async function stateOf(call: LedgerCall): Promise<GatewayState> {
  if (call.isAnonymous) return PASSING;
  const known = call.connection
    ? call.connection.state
    : await call.tx.thoughts.gatewayState(call.agent);
  return known ?? atStart(call);
}

/**
 * A caller that cannot be recognised may call everything, and must name its session in each call.
 * No domain can be active for it, so this is not stage 3.
 */
const PASSING: GatewayState = { stage: 2 };

/** A server that was started for one session begins with it loaded, if the session exists. */
async function atStart(call: LedgerCall): Promise<GatewayState> {
  const { sessionId } = call.server.thoughts;
  const known =
    sessionId !== undefined && (await call.tx.thoughts.session(sessionId.toLowerCase()));
  return known ? { stage: 1, session: known.id } : AT_ENTRY;
}

/** The session to propose to a caller that is too early: the one it names, else the latest. */
async function sessionToPropose(call: LedgerCall, named: unknown): Promise<string | undefined> {
  if (typeof named === 'string' && (await call.tx.thoughts.session(named.toLowerCase()))) {
    return named;
  }
  const latest = await latestSession(call.tx, call.server.thoughts.project);
  return latest && 'latest';
}

/** The state is kept by the connection; for a caller without one, by the journal. */
async function saveState(call: LedgerCall, { state, ...answer }: Outcome): Promise<Answer> {
  if (!state || call.isAnonymous) return answer;
  if (call.connection) return { ...answer, connection: state };
  await call
    .writing()
    .append([{ type: 'gateway_moved', entity: `agent:${call.agent}`, payload: { state } }]);
  return answer;
}
