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
export interface Scene<Tx extends Reading = Reading> {
  readonly tx: Tx;
  readonly call: LedgerCall<Tx>;
  /** Where the caller stands. */
  readonly state: GatewayState;
}

/** An answer, and where the caller stands afterwards if that is elsewhere. */
export interface Outcome extends Answer {
  readonly state?: GatewayState;
}

/** By which a call says what it is. */
interface Spoken {
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
  /** Other words for the sub-operation, where more than one comes to mind. */
  readonly aliases?: readonly string[];
  readonly stage: Stage;
  readonly does: Facet<Lead, Tail, { readonly tx: Tx }>;
  readonly input: Shape;
  /** Other names of some parameters, also in the input, by which `run` need not look. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** What help says instead of its parameters. */
  readonly told?: string;
  /** Asks the client's model, and ends in a second run of the call. */
  readonly asksModel?: true;
  /** A call that is right as it stands, once the reader has filled it in. */
  readonly minimal?: JsonObject;
  run(
    input: z.output<z.ZodObject<Lead & Spoken & Shape & Tail>>,
    scene: Scene<Tx>,
  ): Promise<Outcome | Refusal> | Outcome | Refusal;
}

export interface Route {
  readonly operation: string;
  readonly subOperation: string | undefined;
  readonly aliases: readonly string[];
  readonly stage: Stage;
  readonly fields: Fields;
  readonly told: string | undefined;
  readonly runs: Operation;
}

export function defineRoute<
  Lead extends Fields,
  const Shape extends Fields,
  Tail extends Fields,
  Tx extends Reading,
>(declaration: Declaration<Lead, Shape, Tail, Tx>): Route {
  const { operation, subOperation, stage, does, input: own, minimal } = declaration;
  const spoken = { operation, ...(subOperation === undefined ? {} : { subOperation }) };
  const runs = defineOperation({
    name: GATEWAY,
    title: 'Thought ledger',
    description: [operation, subOperation].filter((part) => part !== undefined).join(' '),
    toolset: 'thoughtbox',
    does: does.and(ledger({ ...spoken, ...minimal })),
    plain: true,
    input: { ...spokenFields(subOperation !== undefined), ...own },
    example: { title: operation, args: spoken },
    async run(given, call) {
      const input = unified(given, declaration.synonyms ?? {});
      if (isRefusal(input)) return input;
      const state = await stateOf(call);
      const tooEarly = await refuseTooEarly(
        declaration,
        call,
        state,
        Reflect.get(input, 'sessionId'),
      );
      if (tooEarly) return tooEarly;
      const outcome = await declaration.run(input, { tx: call.tx, call, state });
      return isRefusal(outcome) ? outcome : keepState(call, outcome);
    },
  });
  const { aliases = [], told } = declaration;
  return { operation, subOperation, aliases, stage, fields: own, told, runs };
}

function spokenFields(hasSub: boolean): Spoken {
  const fields = { operation: z.string() };
  const more = { ...fields, subOperation: z.string() };
  return hasSub ? more : fields;
}

async function refuseTooEarly(
  { operation, stage, asksModel }: Pick<Route, 'operation' | 'stage'> & { asksModel?: true },
  call: LedgerCall,
  state: GatewayState,
  named: unknown,
): Promise<Refusal | undefined> {
  // What the first run has done stands, wherever the caller has gone meanwhile.
  const isSecondRun = asksModel && (call.reply?.kind ?? 'roots') !== 'roots';
  const enforced = call.server.thoughts.stages && call.role === 'write' && !isSecondRun;
  if (!enforced || state.stage >= stage) return undefined;
  // Whoever wants to read, or to add to a session, is not helped by a new one.
  const goesOn = (stage === 1 && operation !== 'cipher') || named !== undefined;
  const session = goesOn ? await sessionMeant(call, named) : undefined;
  return requireStage(state, stage, operation, session);
}

/** Each parameter under its own name; one that says different things under two is refused. */
function unified<Given extends object>(
  given: Given,
  synonyms: Readonly<Record<string, string>>,
): Given | Refusal {
  let input = given;
  for (const [synonym, name] of Object.entries(synonyms)) {
    const said: unknown = Reflect.get(input, synonym);
    const own: unknown = Reflect.get(input, name);
    if (said === undefined) continue;
    input = { ...input, [synonym]: undefined, [name]: said };
    if (own !== undefined && JSON.stringify(own) !== JSON.stringify(said)) {
      return refuse(
        'INVALID_INPUT',
        `${name}, ${synonym}: they mean the same, so give one of them`,
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
  if (call.isPassing) return PASSING;
  const known = call.connection
    ? call.connection.state
    : await call.tx.thoughts.gatewayState(call.agent);
  return known ?? atStart(call);
}

/** Whoever cannot be met again has no stage to be at: it names its session each time. */
const PASSING: GatewayState = { stage: 3 };

/** A server that was started for one session has it loaded, if there is such a session. */
async function atStart(call: LedgerCall): Promise<GatewayState> {
  const { sessionId } = call.server.thoughts;
  const known = sessionId !== undefined && (await call.tx.thoughts.session(sessionId));
  return known ? { stage: 1, session: known.id } : AT_ENTRY;
}

/** The session that whoever comes too early may mean: the one it names, else the latest. */
async function sessionMeant(call: LedgerCall, named: unknown): Promise<string | undefined> {
  if (typeof named === 'string' && (await call.tx.thoughts.session(named.toLowerCase()))) {
    return named;
  }
  const latest = await latestSession(call.tx, call.server.thoughts.project);
  return latest && 'latest';
}

/** A connection remembers by itself; without one, the journal does. */
async function keepState(call: LedgerCall, { state, ...answer }: Outcome): Promise<Answer> {
  if (!state || call.isPassing) return answer;
  if (call.connection) return { ...answer, connection: state };
  await call
    .writing()
    .append([{ type: 'gateway_moved', entity: `agent:${call.agent}`, payload: { state } }]);
  return answer;
}
