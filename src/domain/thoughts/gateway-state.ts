/** The state of a caller of the gateway: its stage, session, domain and other choices. */

import type { JsonObject } from '../../kernel/json.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { refuseFor } from './reasons.ts';

export const STAGE_NAMES = ['entry', 'init_complete', 'cipher_loaded', 'domain_active'] as const;

export type Stage = 0 | 1 | 2 | 3;

/** A type, not an interface, because events and answers are JSON. */
export type GatewayState = {
  readonly stage: Stage;
  /** The active session, to which thoughts are added. */
  readonly session?: string;
  /** The session that the caller completed last, until it starts or loads another by itself. */
  readonly closed?: string;
  readonly domain?: string;
  readonly root?: { readonly uri: string; readonly name: string };
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
};

export const AT_ENTRY: GatewayState = { stage: 0 };

export const GATEWAY = 'thoughtbox_gateway';

/** The state after a session was started or loaded. */
export function entered({ closed: _before, ...state }: GatewayState, session: string) {
  return begun(state, session);
}

/** The state after a thought began a session: the caller may still mean the one it completed. */
export function begun(state: GatewayState, session: string): GatewayState {
  return { ...state, stage: state.stage === 0 ? 1 : state.stage, session };
}

/** A caller that resumes another session must load the notation again, as the contract says. */
export function resumed(state: GatewayState, session: string): GatewayState {
  const isOther = state.session !== undefined && state.session !== session;
  const there = entered(state, session);
  return isOther ? { ...there, stage: 1 } : there;
}

export function closed({ session, ...state }: GatewayState): GatewayState {
  return session === undefined ? state : { ...state, closed: session };
}

export function withCipher(state: GatewayState): GatewayState {
  return { ...state, stage: state.domain === undefined ? 2 : 3 };
}

/** A domain raises the stage only after the notation was loaded; null leaves the domain. */
export function withDomain(
  { domain: _before, ...state }: GatewayState,
  domain: string | null,
): GatewayState {
  const stage = state.stage < 2 ? state.stage : domain === null ? 2 : 3;
  return { ...state, stage, ...(domain === null ? {} : { domain }) };
}

/** The operations that lead from one stage to the next. */
export type StageStep = 'start_new' | 'load_context' | 'cipher';

function stepsTo(stage: Stage, from: Stage, session: string | undefined): readonly StageStep[] {
  const begin = session === undefined ? 'start_new' : 'load_context';
  return [...(from < 1 ? ([begin] as const) : []), ...(stage > 1 ? (['cipher'] as const) : [])];
}

/** What a caller that comes too early goes on with. */
interface GoingOn {
  /** The session to continue, if there is one. */
  readonly session?: string | undefined;
  /** The arguments of the call, if they must not be lost. */
  readonly words?: JsonObject | undefined;
}

export function requireStage(
  { stage }: GatewayState,
  needed: Stage,
  operation: string,
  { session, words }: GoingOn = {},
): Refusal | undefined {
  if (stage >= needed) return undefined;
  const steps = stepsTo(needed, stage, session);
  return refuseFor(
    { kind: 'stage_not_reached', steps, session, words },
    'STAGE_REQUIREMENT_NOT_MET',
    `${operation} needs stage ${needed} (${STAGE_NAMES[needed]}), this is stage ${stage} ` +
      `(${STAGE_NAMES[stage]}): call ${steps.join(', then ')}`,
    { currentStage: stage, requiredStage: needed },
  );
}
