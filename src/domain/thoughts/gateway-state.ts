/** Where a caller of the gateway stands: the seed's four stages, and what has been chosen. */

import type { Refusal } from '../../kernel/refusal.ts';
import { refuseFor } from './reasons.ts';

export const STAGE_NAMES = ['entry', 'init_complete', 'cipher_loaded', 'domain_active'] as const;

export type Stage = 0 | 1 | 2 | 3;

/** A type, not an interface: it goes into events and answers. */
export type GatewayState = {
  readonly stage: Stage;
  /** The session that thoughts go to. */
  readonly session?: string;
  readonly domain?: string;
  readonly root?: { readonly uri: string; readonly name: string };
  readonly project?: string;
  readonly task?: string;
  readonly aspect?: string;
};

export const AT_ENTRY: GatewayState = { stage: 0 };

export const GATEWAY = 'thoughtbox_gateway';

/** A session was begun or loaded. */
export function entered(state: GatewayState, session: string): GatewayState {
  return { ...state, stage: state.stage === 0 ? 1 : state.stage, session };
}

/** Whoever goes on with another session reads the notation again, as the state machine says. */
export function resumed(state: GatewayState, session: string): GatewayState {
  const isOther = state.session !== undefined && state.session !== session;
  return isOther ? { ...state, stage: 1, session } : entered(state, session);
}

export function closed({ session: _over, ...state }: GatewayState): GatewayState {
  return state;
}

export function withCipher(state: GatewayState): GatewayState {
  return { ...state, stage: state.domain === undefined ? 2 : 3 };
}

/** A domain counts once the notation is known; null leaves it again. */
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

/** `session`: one to go on with, where there is any that may be meant. */
export function requireStage(
  { stage }: GatewayState,
  needed: Stage,
  operation: string,
  session?: string,
): Refusal | undefined {
  if (stage >= needed) return undefined;
  const steps = stepsTo(needed, stage, session);
  return refuseFor(
    { kind: 'stage_not_reached', steps, session },
    'STAGE_REQUIREMENT_NOT_MET',
    `${operation} needs stage ${needed} (${STAGE_NAMES[needed]}), this is stage ${stage} ` +
      `(${STAGE_NAMES[stage]}): call ${steps.join(', then ')}`,
    { currentStage: stage, requiredStage: needed },
  );
}
