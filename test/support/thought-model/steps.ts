/** Random calls of the gateway, each also applied to the model. */

import { expect } from 'vitest';
import { GATEWAY } from '../../../src/domain/thoughts/gateway-state.ts';
import {
  beginSession,
  goTo,
  type LedgerSession,
  type Line,
  onChain,
  type Standing,
  sessionNamed,
  textOf,
} from './ledger.ts';
import {
  type Agent,
  ask,
  askWithTicket,
  callTool,
  connect,
  count,
  perhaps,
  type Run,
  type Step,
  standing,
} from './run.ts';
import { faultsOf, type Request, think } from './thinking.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const BRANCHES = ['a', 'b', 'c-1'];
const WORDS = ['cache', 'disk', 'Größe', '100%', 'under_score', '🧭 network'];
const PROJECTS = ['p', 'q'];

function untilStage(standing: Standing, stage: number): string[] {
  return standing.stage < stage ? ['STAGE_REQUIREMENT_NOT_MET'] : [];
}

export const startNew: Step = async (run, agent) => {
  const { random, ledger } = run;
  const at = standing(run, agent);
  const tags = random.chance(0.5) ? [random.pick(WORDS), random.pick(WORDS)] : undefined;
  const title = random.chance(0.7) ? `${random.pick(WORDS)} ${run.step}` : undefined;
  const place = {
    ...perhaps(run, 0.2, { project: random.pick(PROJECTS) }),
    ...perhaps(run, 0.2, { task: random.pick(['t', 'u']) }),
    ...perhaps(run, 0.2, { domain: random.pick(['debugging', 'gardening']) }),
  };
  const request = { sessionTitle: title, sessionTags: tags, ...place };
  const view = await ask(run, agent, 'start_new', request, []);
  goTo(at, place);
  const begun = { id: view.sessionId, title, tags: [...new Set(tags ?? [])], nowMs: run.nowMs };
  at.session = beginSession(ledger, at, begun).id;
  at.stage = Math.max(1, at.stage);
  expect(view.stage).toBe(at.stage);
};

export const loadCipher: Step = async (run, agent) => {
  const at = standing(run, agent);
  const view = await ask(run, agent, 'cipher', {}, untilStage(at, 1));
  if (view) at.stage = at.domain === undefined ? 2 : 3;
};

export const navigate: Step = async (run, agent) => {
  const { random } = run;
  const at = standing(run, agent);
  const request = {
    ...perhaps(run, 0.4, { project: random.pick(PROJECTS) }),
    ...perhaps(run, 0.4, { task: random.pick(['t', 'u']) }),
    ...perhaps(run, 0.4, { domain: random.pick(['planning', null]) }),
  };
  const faults = Object.keys(request).length === 0 ? ['INVALID_PAYLOAD'] : [];
  const view = await ask(run, agent, 'navigate', request, faults);
  if (!view) return;
  goTo(at, request);
  expect(view).toMatchObject({ stage: at.stage, activeDomain: at.domain ?? null });
};

function someSession(run: Run): string {
  const { random, ledger } = run;
  if (ledger.sessions.length === 0 || random.chance(0.1)) return NOBODY;
  return random.chance(0.3)
    ? random.pick(['latest', 'current'])
    : random.pick(ledger.sessions.slice(-12)).id;
}

/** Both routes that load a session; only `session resume` of another one lowers the stage. */
function loading(what: 'load_context' | 'session resume'): Step {
  return async (run, agent) => {
    const at = standing(run, agent);
    const name = someSession(run);
    const session = sessionNamed(run.ledger, at, name);
    const early = what === 'session resume' ? untilStage(at, 1) : [];
    const faults = early.length > 0 || session ? early : ['SESSION_NOT_FOUND'];
    const view = await ask(run, agent, what, { sessionId: name }, faults);
    if (!view || !session) return;
    const isOther = at.session !== undefined && at.session !== session.id;
    at.stage = isOther && what === 'session resume' ? 1 : Math.max(1, at.stage);
    at.session = session.id;
    const highest = Math.max(0, ...onChain(session, '').map((each) => each.number));
    expect(view).toMatchObject({
      sessionId: session.id,
      branches: [...session.forks.keys()],
      nextThoughtNumber: highest + 1,
      stage: at.stage,
    });
    expect(view.recentThoughts.map((each: { thought: string }) => each.thought)).toEqual(
      session.said.slice(-3).map((each) => each.text),
    );
    count(run, isOther ? `${what} other` : `${what} same`);
  };
}

export const loadContext = loading('load_context');
export const resume = loading('session resume');

function someLine({ random }: Run): Line {
  const refs = Array.from({ length: random.below(3) }, () => ({
    label: 1 + random.below(6),
    sign: random.chance(0.3) ? random.pick(['^', '⊕', '⊖'] as const) : ('' as const),
  }));
  return {
    label: 1 + random.below(6),
    marker: random.pick(['H', 'E', 'C', 'Q', 'R', 'P', 'O', 'A', 'X']),
    refs,
    text: random.pick(WORDS),
  };
}

function someThought(run: Run): string | readonly Line[] {
  const { random, step } = run;
  if (random.chance(0.5)) return `${random.pick(WORDS)} at ${step}`;
  return Array.from({ length: 1 + random.below(3) }, () => someLine(run));
}

/** Mostly valid thoughts, so that sessions grow. */
function someRequest(run: Run): Request {
  const { random } = run;
  const onBranch = random.chance(0.35);
  const onRevision = random.chance(0.2);
  return {
    thought: someThought(run),
    nextThoughtNeeded: !random.chance(0.06),
    ...perhaps(run, 0.25, { thoughtNumber: 1 + random.below(20) }),
    ...perhaps(run, 0.3, { totalThoughts: 1 + random.below(20) }),
    ...(onRevision ? { revisesThought: 1 + random.below(6) } : {}),
    ...(onRevision ? perhaps(run, 0.5, { isRevision: true }) : {}),
    ...perhaps(run, 0.03, { isRevision: random.chance(0.5) }),
    ...(onBranch ? { branchId: random.pick(BRANCHES) } : {}),
    ...(onBranch ? perhaps(run, 0.7, { branchFromThought: 1 + random.below(3) }) : {}),
    ...perhaps(run, 0.02, { branchFromThought: 1 }),
    ...perhaps(run, 0.1, { needsMoreThoughts: true }),
    ...perhaps(run, 0.1, { sessionId: someSession(run) }),
    ...perhaps(run, 0.2, { sessionTitle: `Titled at ${run.step}` }),
    ...perhaps(run, 0.2, { sessionTags: [random.pick(WORDS)] }),
  };
}

export const recordThought: Step = async (run, agent) => {
  const { ledger } = run;
  const at = standing(run, agent);
  const request = someRequest(run);
  const faults = faultsOf(ledger, at, request);
  const begins = request.sessionId === undefined && at.session === undefined;
  const criticised = run.random.chance(0.1);
  const args = { ...request, thought: textOf(request.thought), critique: criticised };
  const answered = await askWithTicket(run, agent, 'thought', args, faults);
  if (!answered) return;
  const { view, ticket } = answered;
  const recorded = think(ledger, at, request, { id: view.sessionId, nowMs: run.nowMs });
  const { isClosed, unresolved, isCipherRevision, ...answer } = recorded;
  expect(view).toMatchObject(answer);
  expect(view.sessionClosed ?? false).toBe(isClosed);
  expect('sessionStarted' in view).toBe(begins);
  expect(view.unresolved ?? []).toEqual(unresolved.slice(0, 3).map((label) => `S${label}`));
  if (isClosed) count(run, 'closed');
  if (isCipherRevision) count(run, 'revised in cipher');
  if (begins && at.hasClosed) count(run, 'went on after a conclusion');
  at.hasClosed ||= isClosed;
  if (request.branchId !== undefined) count(run, 'on a branch');
  if (request.revisesThought !== undefined) count(run, 'revised');
  if (unresolved.length > 0) count(run, 'unresolved');
  expect(ticket !== undefined).toBe(criticised);
  const session = ledger.sessions.find(({ id }) => id === view.sessionId);
  if (ticket !== undefined && session) await criticise(run, agent, session, args, ticket);
};

/** The client replies with a critique, or fails. */
async function criticise(
  run: Run,
  agent: Agent,
  session: LedgerSession,
  args: object,
  state: string,
): Promise<void> {
  const text = `Why, at ${run.step}?`;
  const isGood = run.random.chance(0.7);
  const said = isGood
    ? ({ kind: 'sampling', text, model: 'm', state } as const)
    : ({ kind: 'failed', message: 'asleep', state } as const);
  const call = { operation: 'thought', ...args };
  const { view, isError } = await callTool(run, GATEWAY, call, agent, said);
  expect(isError, JSON.stringify(view)).toBe(false);
  if (!isGood) return;
  const timestamp = new Date(run.nowMs).toISOString();
  expect(view.critique).toEqual({ text, model: 'm', timestamp });
  const last = session.said.pop();
  if (last) session.said.push({ ...last, critique: { text, model: 'm', atMs: run.nowMs } });
  count(run, 'criticised');
}

export const reconnect: Step = async (run, agent) => {
  connect(run, agent);
  count(run, 'connected again');
};

export const keepPattern: Step = async (run, agent) => {
  const { random, ledger } = run;
  const early = untilStage(standing(run, agent), 1);
  const id = random.pick(['one', 'two', 'three', 'four', 'five']);
  const known = ledger.patterns.get(id);
  const value = { title: `T ${run.step}`, description: 'd', content: random.pick(WORDS) };
  const what = random.pick(['create', 'update', 'delete']);
  const isThere = known !== undefined;
  const wrong = what === 'create' ? isThere || ledger.gone.has(id) : !isThere;
  const faults = early.length > 0 ? early : wrong ? ['INVALID_PAYLOAD'] : [];
  const args = what === 'delete' ? { id } : { id, ...value };
  const view = await ask(run, agent, `knowledge ${what}`, args, faults);
  if (!view) return;
  if (what === 'delete') {
    ledger.patterns.delete(id);
    ledger.gone.add(id);
  } else ledger.patterns.set(id, { tags: [], ...known, ...value });
};

export const keepNote: Step = async (run, agent) => {
  const { random, ledger } = run;
  const early = untilStage(standing(run, agent), 1);
  const id = random.pick(['x', 'y']);
  const content = `${random.pick(WORDS)} ${run.step}`;
  if (ledger.notes.has(id) && random.chance(0.3)) {
    const view = await ask(run, agent, 'knowledge delete_note', { id }, early);
    if (view) ledger.notes.delete(id);
    return;
  }
  const view = await ask(run, agent, 'knowledge save_note', { id, content }, early);
  if (!view) return;
  expect(view.created).toBe(!ledger.notes.has(id));
  ledger.notes.set(id, { title: id, content });
};
