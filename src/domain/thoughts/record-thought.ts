/** Records a thought: decides its chain and its number, and checks what it refers to. */

import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { EventDraft, EventPayloads } from '../journal/event.ts';
import { type CipherStep, revisedInProse } from './cipher.ts';
import { type NamedStep, namedSteps, type Resolve, revisedBySteps } from './cipher-cards.ts';
import { refuseFor, type ThoughtReason } from './reasons.ts';
import { type Chain, MAIN, type Session, sessionEntity } from './session.ts';
import { MAX_NUMBER } from './thought.ts';
import type { ThoughtPlace } from './thought-events.ts';

export interface ThoughtRequest {
  readonly thought: string;
  readonly nextThoughtNeeded: boolean;
  readonly thoughtNumber?: number | undefined;
  readonly totalThoughts?: number | undefined;
  readonly isRevision?: boolean | undefined;
  readonly revisesThought?: number | undefined;
  readonly branchId?: string | undefined;
  readonly branchFromThought?: number | undefined;
  readonly needsMoreThoughts?: boolean | undefined;
  readonly critique?: boolean | undefined;
  /** Given if the thought is for another session than the active one. */
  readonly sessionId?: string | undefined;
  /** As `notebook:cell`; each was looked up. */
  readonly cells?: readonly string[] | undefined;
}

/** The part of the session that the decision needs. */
export interface Surrounding {
  readonly session: Pick<Session, 'seq' | 'id'>;
  readonly chain: Chain | undefined;
  readonly main: Chain | undefined;
  /** Whether the chain has this number. */
  has(chain: string, number: number): boolean;
  /** Whether an earlier thought of the chain has a step with this label. */
  isLabelled(label: number): boolean;
  readonly resolve: Resolve;
}

/** Whether it revises a thought or is on a branch, so that it needs a session with thoughts. */
export function refersBack(request: ThoughtRequest): boolean {
  const { branchId, branchFromThought, revisesThought, isRevision } = request;
  const places = [branchId, branchFromThought, revisesThought];
  return isRevision === true || places.some((place) => place !== undefined);
}

/** The places a request refers to, so that they can be looked up before the decision. */
export function placesOf(request: ThoughtRequest): readonly ThoughtPlace[] {
  const { branchId, thoughtNumber, revisesThought, branchFromThought } = request;
  const chains = branchId === undefined ? [MAIN] : [branchId, MAIN];
  const own =
    thoughtNumber === undefined ? [] : [{ chain: chains[0] ?? MAIN, number: thoughtNumber }];
  const revised =
    revisesThought === undefined ? [] : chains.map((chain) => ({ chain, number: revisesThought }));
  const fork = branchFromThought === undefined ? [] : [{ chain: MAIN, number: branchFromThought }];
  return [...own, ...revised, ...fork];
}

type Payload = EventPayloads['thought_recorded'];

export interface Recorded extends ThoughtPlace {
  readonly payload: Payload;
  readonly draft: Extract<EventDraft, { type: 'thought_recorded' }>;
}

export function recordThought(
  request: ThoughtRequest,
  parsed: readonly CipherStep[],
  around: Surrounding,
): Recorded | Refusal {
  const name = request.branchId ?? MAIN;
  const number = numberFor(request, name, around);
  if (isRefusal(number)) return number;
  const from = forkFor(request, around);
  if (isRefusal(from)) return from;
  const inCipher = revisedBySteps(referring(request.thought, parsed), around.resolve);
  const revises = revisedBy(request, name, around, inCipher);
  if (isRefusal(revises)) return revises;
  const steps = namedSteps(parsed, { chain: name, number }, around.isLabelled);
  const draft = thoughtRecorded(around.session.seq, {
    chain: name,
    number,
    text: request.thought,
    total: Math.max(number, request.totalThoughts ?? around.chain?.total ?? number),
    more: request.nextThoughtNeeded,
    from,
    revises,
    unsure: request.needsMoreThoughts,
    isCriticised: request.critique,
    cells: request.cells,
    steps,
  });
  return { chain: name, number, payload: draft.payload, draft };
}

/** The steps of a thought; one in prose refers to what it revises, as if it were a step. */
export function referring(
  thought: string,
  steps: readonly CipherStep[],
): readonly Pick<CipherStep, 'label' | 'refs'>[] {
  return steps.length > 0 ? steps : [{ label: -1, refs: revisedInProse(thought) }];
}

interface ThoughtFields extends ThoughtPlace {
  readonly text: string;
  readonly total: number;
  readonly more: boolean;
  readonly from: number | undefined;
  readonly revises: ThoughtPlace | undefined;
  readonly unsure: boolean | undefined;
  readonly isCriticised: boolean | undefined;
  readonly cells?: readonly string[] | undefined;
  readonly steps: readonly NamedStep[];
  /** The time in the archive, if the thought is imported. */
  readonly atMs?: number;
}

/** The event of a thought, without the fields that it does not have. */
export function thoughtRecorded(
  session: number,
  {
    chain,
    number,
    text,
    total,
    more,
    from,
    revises,
    unsure,
    isCriticised,
    cells = [],
    steps,
    atMs,
  }: ThoughtFields,
) {
  const payload: Payload = {
    thought: text,
    number,
    total,
    more,
    ...(chain === MAIN ? {} : { branch: chain }),
    ...(from === undefined ? {} : { from }),
    ...(revises === undefined ? {} : { revises }),
    ...(unsure ? { unsure: true as const } : {}),
    ...(isCriticised ? { criticise: true as const } : {}),
    ...(cells.length === 0 ? {} : { cells }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(atMs === undefined ? {} : { at: atMs }),
  };
  return { type: 'thought_recorded' as const, entity: sessionEntity(session), payload };
}

function numberFor(request: ThoughtRequest, name: string, around: Surrounding): number | Refusal {
  const free = (around.chain?.highest ?? 0) + 1;
  const { thoughtNumber: requested } = request;
  if (requested === undefined) return free <= MAX_NUMBER ? free : noNumberLeft(around);
  if (!around.has(name, requested)) return requested;
  return refuseFor(
    { kind: 'number_taken', request, correction: { thoughtNumber: free } },
    'INVALID_INPUT',
    `thoughtNumber: ${requested} is taken on this chain; the next free number is ${free}`,
    { field: 'thoughtNumber', nextThoughtNumber: free },
  );
}

/** Reached only if a caller has used the highest possible number. */
function noNumberLeft({ session }: Surrounding): Refusal {
  return refuseFor(
    { kind: 'numbers_used_up', session: session.id },
    'INVALID_INPUT',
    `thoughtNumber: ${MAX_NUMBER} is taken, and it is the highest number`,
    { field: 'thoughtNumber' },
  );
}

/** The origin of a new branch; undefined on the main chain and on a branch that exists already. */
function forkFor(request: ThoughtRequest, around: Surrounding): number | undefined | Refusal {
  const { branchId, branchFromThought: from } = request;
  if (branchId === undefined) {
    if (from === undefined) return undefined;
    const message = 'branchId: required with branchFromThought, as the name of the branch';
    return incomplete(request, 'branchId', message, { branchId: 'another-way' });
  }
  const { chain } = around;
  if (!chain) {
    if (branchId === MAIN_NAME) return mainAsBranch(request);
    if (from === undefined) {
      const message = `branchFromThought: the branch ${branchId} is new, so the thought at which it begins is required`;
      return around.main
        ? incomplete(request, 'branchFromThought', message, { branchFromThought: around.main.last })
        : nothingBefore('INVALID_INPUT', 'branchFromThought', message);
    }
    return around.has(MAIN, from) ? from : noThought(request, 'branchFromThought', around);
  }
  if (from === undefined || from === chain.origin) return undefined;
  return refuseFor(
    { kind: 'fork_differs', request, correction: { branchFromThought: undefined } },
    'INVALID_INPUT',
    `branchFromThought: the branch ${branchId} begins at thought ${chain.origin}`,
    { field: 'branchFromThought' },
  );
}

/** By this name calls read the main chain. */
export const MAIN_NAME = 'main';

/** A new branch of that name would hide the main chain; one of an earlier release goes on. */
function mainAsBranch(request: ThoughtRequest): Refusal {
  const hasFork = request.branchFromThought !== undefined;
  return incomplete(
    request,
    'branchId',
    `branchId: ${MAIN_NAME} is the main chain; leave branchId out for it, or choose another name`,
    { branchId: hasFork ? 'another-way' : undefined },
  );
}

type Correction = Extract<ThoughtReason, { kind: 'thought_incomplete' }>['correction'];

function incomplete(
  request: ThoughtRequest,
  field: string,
  message: string,
  correction: Correction,
): Refusal {
  const reason = { kind: 'thought_incomplete', request, correction } as const;
  return refuseFor(reason, 'INVALID_INPUT', message, { field });
}

/**
 * The place of the revised thought: on its own chain, else on the main chain. If the request names
 * none, it is the one that the cipher revises.
 */
function revisedBy(
  request: ThoughtRequest,
  name: string,
  around: Surrounding,
  inCipher: ThoughtPlace | undefined,
): ThoughtPlace | undefined | Refusal {
  const { isRevision, revisesThought: number } = request;
  if (number === undefined) {
    if (inCipher !== undefined || isRevision !== true) return inCipher;
    const message = 'revisesThought: required for a revision, as the number of the revised thought';
    return around.main
      ? incomplete(request, 'revisesThought', message, { revisesThought: around.main.last })
      : nothingBefore('INVALID_INPUT', 'revisesThought', message);
  }
  if (isRevision === false) {
    const message = 'isRevision: false contradicts revisesThought';
    return incomplete(request, 'isRevision', message, { isRevision: undefined });
  }
  const chain = [name, MAIN].find((each) => around.has(each, number));
  return chain === undefined ? noThought(request, 'revisesThought', around) : { chain, number };
}

/** The session has no thought yet. It may have been begun by this call, and ends with it then. */
function nothingBefore(
  code: 'INVALID_INPUT' | 'THOUGHT_NOT_FOUND',
  field: string,
  message: string,
): Refusal {
  return refuseFor({ kind: 'nothing_before' }, code, message, { field });
}

function noThought(
  request: ThoughtRequest,
  field: 'branchFromThought' | 'revisesThought',
  { session, main, chain: own }: Surrounding,
): Refusal {
  const number = request[field];
  const isOnBranch = field === 'revisesThought' && request.branchId !== undefined;
  const chains = `${isOnBranch ? `branch ${request.branchId} or ` : ''}the main chain`;
  if (!main) {
    const message = `${field}: no thought ${number}, since the session has none yet`;
    return nothingBefore('THOUGHT_NOT_FOUND', field, message);
  }
  return refuseFor(
    { kind: 'thought_unknown', session: session.id },
    'THOUGHT_NOT_FOUND',
    `${field}: no thought ${number} on ${chains}; ${highestOf(isOnBranch ? [own, main] : [main])}`,
    { field, sessionId: session.id },
  );
}

function highestOf(chains: readonly (Chain | undefined)[]): string {
  const known = chains.filter((chain) => chain !== undefined);
  const each = known.map(({ name, highest }) => `${name === MAIN ? 'main' : name} ${highest}`);
  return known.length === 1 ? `its highest is ${known[0]?.highest}` : `highest: ${each.join(', ')}`;
}
