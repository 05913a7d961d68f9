/** What a thought must do to the model, or why it must be refused. */

import {
  beginSession,
  hasPlace,
  type Ledger,
  type LedgerSession,
  type Line,
  type Noted,
  onChain,
  type Ref,
  type Standing,
  sessionNamed,
  type ThoughtNumber,
  textOf,
} from './ledger.ts';

export interface Request {
  readonly thought: string | readonly Line[];
  readonly nextThoughtNeeded: boolean;
  readonly thoughtNumber?: number;
  readonly totalThoughts?: number;
  readonly isRevision?: boolean;
  readonly revisesThought?: number;
  readonly branchId?: string;
  readonly branchFromThought?: number;
  readonly needsMoreThoughts?: boolean;
  readonly sessionId?: string;
  readonly sessionTitle?: string;
  readonly sessionTags?: readonly string[];
}

/** A code for each fault of the request; none if it must be recorded. */
export function faultsOf(ledger: Ledger, standing: Standing, request: Request): string[] {
  if (standing.stage < 2) return ['STAGE_REQUIREMENT_NOT_MET'];
  const named = request.sessionId ?? standing.session;
  const session = named === undefined ? undefined : sessionNamed(ledger, standing, named);
  if (request.sessionId !== undefined && !session) return ['SESSION_NOT_FOUND'];
  const { thoughtNumber, isRevision, revisesThought, branchId, branchFromThought: fork } = request;
  const chain = branchId ?? '';
  const has = (place: ThoughtNumber) => session !== undefined && hasPlace(session, place);
  const faults: string[] = [];
  if (thoughtNumber !== undefined && has({ chain, number: thoughtNumber })) {
    faults.push('INVALID_PAYLOAD');
  }
  const inCipher = session && readSteps(session, { chain, number: 0 }, request.thought).revises;
  if (isRevision === true && revisesThought === undefined && !inCipher) {
    faults.push('INVALID_PAYLOAD');
  }
  if (isRevision === false && revisesThought !== undefined) faults.push('INVALID_PAYLOAD');
  if (revisesThought !== undefined) {
    const isThere = [chain, ''].some((each) => has({ chain: each, number: revisesThought }));
    if (!isThere) faults.push('THOUGHT_NOT_FOUND');
  }
  if (branchId === undefined) {
    if (fork !== undefined) faults.push('INVALID_PAYLOAD');
    return faults;
  }
  const known = session?.forks.get(branchId);
  if (known !== undefined) {
    if (fork !== undefined && fork !== known) faults.push('INVALID_PAYLOAD');
  } else if (fork === undefined) faults.push('INVALID_PAYLOAD');
  else if (!has({ chain: '', number: fork })) faults.push('THOUGHT_NOT_FOUND');
  return faults;
}

export interface Recorded {
  readonly thoughtNumber: number;
  readonly totalThoughts: number;
  readonly nextThoughtNeeded: boolean;
  readonly sessionId: string;
  readonly isClosed: boolean;
  /** Labels that lead nowhere. */
  readonly unresolved: readonly number[];
  readonly isCipherRevision: boolean;
}

/** `id` is the id of the session that the thought starts, if it does; the server chooses it. */
export function think(
  ledger: Ledger,
  standing: Standing,
  request: Request,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Recorded {
  const session = sessionFor(ledger, standing, request, { id, nowMs });
  const chain = request.branchId ?? '';
  const before = onChain(session, chain);
  const highest = Math.max(0, ...before.map((each) => each.number));
  const number = request.thoughtNumber ?? highest + 1;
  const total = Math.max(number, request.totalThoughts ?? before.at(-1)?.total ?? number);
  const more = request.nextThoughtNeeded;
  const revised = request.revisesThought;
  const read = readSteps(session, { chain, number }, request.thought);
  const { unresolved, revises: inCipher } = read;
  session.steps.push(...read.steps);
  session.links.push(...read.links);
  const revises =
    revised === undefined
      ? inCipher
      : [chain, '']
          .map((each) => ({ chain: each, number: revised }))
          .find((place) => hasPlace(session, place));
  if (chain !== '' && !session.forks.has(chain)) {
    session.forks.set(chain, request.branchFromThought ?? 0);
  }
  if (session.said.length === 0 && session.title.startsWith('Reasoning session ')) {
    const [first] = typeof request.thought === 'string' ? [request.thought] : request.thought;
    session.title = typeof first === 'string' ? first : (first?.text ?? session.title);
  }
  session.said.push({
    chain,
    number,
    text: textOf(request.thought),
    total,
    more,
    revises,
    unsure: request.needsMoreThoughts ?? false,
    atMs: nowMs,
  });
  session.updatedMs = nowMs;
  const isClosed = chain === '' && !more;
  if (isClosed && standing.session === session.id) standing.session = undefined;
  else if (!isClosed && standing.session === undefined) standing.session = session.id;
  const { id: sessionId } = session;
  const view = { thoughtNumber: number, totalThoughts: total, nextThoughtNeeded: more };
  const isCipherRevision = revised === undefined && inCipher !== undefined;
  return { ...view, sessionId, isClosed, unresolved, isCipherRevision };
}

function sessionFor(
  ledger: Ledger,
  standing: Standing,
  request: Request,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): LedgerSession {
  const { sessionTitle: title, sessionTags: tags } = request;
  if (request.sessionId !== undefined)
    return existing(sessionNamed(ledger, standing, request.sessionId));
  if (standing.session === undefined) {
    return beginSession(ledger, standing, { id, title, tags: tags ?? [], nowMs });
  }
  const session = existing(sessionNamed(ledger, standing, standing.session));
  if (session.said.length > 0) return session;
  if (title !== undefined && session.title.startsWith('Reasoning session ')) session.title = title;
  if (tags !== undefined) session.tags = [...new Set([...session.tags, ...tags])];
  return session;
}

function existing(session: LedgerSession | undefined): LedgerSession {
  if (!session) throw new Error('the model has no such session');
  return session;
}

/** How a step is related to what it refers to. */
function relationOf(marker: string, { sign }: Ref): string {
  const signs = { '^': 'revises', '⊕': 'supports', '⊖': 'contradicts' } as const;
  if (sign !== '') return signs[sign];
  return { E: 'supports', X: 'contradicts', R: 'revises' }[marker] ?? 'follows';
}

interface ReadSteps extends Pick<LedgerSession, 'steps' | 'links'> {
  readonly unresolved: readonly number[];
  /** The earlier thought that they revise. */
  readonly revises: ThoughtNumber | undefined;
}

function readSteps(
  session: LedgerSession,
  { chain, number }: ThoughtNumber,
  thought: string | readonly Line[],
): ReadSteps {
  const unresolved = new Set<number>();
  const links: LedgerSession['links'] = [];
  let revises: ThoughtNumber | undefined;
  if (typeof thought === 'string') return { steps: [], links, unresolved: [], revises };
  const last = (where: string, label: number, steps: readonly Noted[]) =>
    steps.findLast((each) => each.chain === where && each.label === label);
  const earlier = [...session.steps];
  const here: Noted[] = [];
  for (const { label, marker, refs } of thought) {
    const times = here.filter((each) => each.label === label).length + 1;
    const again = times > 1 || last(chain, label, earlier) !== undefined ? `@${number}` : '';
    const prefix = chain === '' ? '' : `${chain}:`;
    const node = `${prefix}S${label}${again}${times > 1 ? `.${times}` : ''}`;
    const from: Noted = { chain, number, label, marker, node };
    for (const ref of refs) {
      const rel = relationOf(marker, ref);
      const own = last(chain, ref.label, here);
      const step = own ?? last(chain, ref.label, earlier) ?? last('', ref.label, earlier);
      const thoughtThere = [chain, '']
        .map((each) => ({ chain: each, number: ref.label }))
        .find((place) => hasPlace(session, place));
      const target = step ?? thoughtThere;
      if (step) links.push({ from, rel, to: step });
      if (!target) unresolved.add(ref.label);
      else if (rel === 'revises' && !own) {
        revises ??= { chain: target.chain, number: target.number };
      }
    }
    here.push(from);
  }
  return { steps: here, links, unresolved: [...unresolved], revises };
}
