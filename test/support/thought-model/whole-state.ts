/** Compares everything that can be read of the ledger with the model. */

import { expect } from 'vitest';
import { filterWords, hasWords } from '../../../src/recall/terms/filter-words.ts';
import type { Shown } from '../task-world.ts';
import {
  byChange,
  isComplete,
  type LedgerSession,
  onChain,
  type Said,
  statusesOf,
  type ThoughtNumber,
} from './ledger.ts';
import { AGENTS, callTool, count, type Run, read, standing } from './run.ts';

const WIDE = { max_chars: 4_000_000 };
const READER = 'cyd';

export async function expectSameState(run: Run): Promise<void> {
  for (const session of run.ledger.sessions) {
    await expectSameExport(run, session);
    await expectSameGraph(run, session);
  }
  await expectSameLists(run);
  await expectSameKnowledge(run);
  for (const agent of AGENTS) {
    const at = standing(run, agent);
    expect(await read(run, 'get_state', {}, agent)).toMatchObject({
      currentStage: at.stage,
      sessionId: at.session ?? null,
      activeDomain: at.domain ?? null,
      navigationContext: {
        ...(at.project === undefined ? {} : { project: at.project }),
        ...(at.task === undefined ? {} : { task: at.task }),
      },
    });
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Read by a caller without write access, since at stage 0 others cannot read sessions. */
async function expectSameExport(run: Run, session: LedgerSession): Promise<void> {
  const view = await readAnyway(run, 'session export', { sessionId: session.id, ...WIDE });
  const { id } = session;
  expect(view.session).toMatchObject({
    id,
    title: session.title,
    tags: session.tags,
    project: session.project,
    thoughtCount: session.said.length,
    branchCount: session.forks.size,
    createdAt: iso(session.createdMs),
    updatedAt: iso(session.updatedMs),
    status: isComplete(session) ? 'completed' : 'active',
  });
  expect(view.nodes).toEqual(nodesOf(session));
  count(run, 'nodes compared', view.nodes.length);
}

/** A caller that may only read needs no stage. */
async function readAnyway(run: Run, what: string, args: object): Promise<Shown> {
  const kept = run.callers.get(READER);
  run.callers.set(READER, { agent: READER, role: 'read' });
  try {
    return await read(run, what, args, READER);
  } finally {
    if (kept) run.callers.set(READER, kept);
  }
}

function nodesOf(session: LedgerSession): Shown[] {
  const idOf = ({ chain, number }: ThoughtNumber) =>
    chain === '' ? `${session.id}:${number}` : `${session.id}:${chain}:${number}`;
  return session.said.map((said) => {
    const { chain, number, revises } = said;
    const own = onChain(session, chain);
    const at = own.indexOf(said);
    const fork = session.forks.get(chain);
    const origin = fork === undefined ? null : idOf({ chain: '', number: fork });
    const before = own[at - 1];
    const after = own[at + 1];
    const begun = [...session.forks]
      .filter(([, from]) => chain === '' && from === number)
      .map(([name]) => name)
      .sort();
    const firsts = begun.flatMap((name) => onChain(session, name).slice(0, 1));
    return {
      id: idOf(said),
      data: {
        thought: said.text,
        thoughtNumber: number,
        totalThoughts: said.total,
        nextThoughtNeeded: said.more,
        ...(revises ? { isRevision: true, revisesThought: revises.number } : {}),
        ...(chain === '' ? {} : { branchId: chain, branchFromThought: fork }),
        ...(said.unsure ? { needsMoreThoughts: true } : {}),
        timestamp: iso(said.atMs),
        ...(said.critique ? { critique: critiqueView(said.critique) } : {}),
      },
      prev: before ? idOf(before) : origin,
      next: [...(after ? [after] : []), ...firsts].map(idOf),
      revisesNode: revises ? idOf(revises) : null,
      branchOrigin: origin,
      branchId: chain === '' ? null : chain,
    };
  });
}

function critiqueView({ text, model, atMs }: NonNullable<Said['critique']>): Shown {
  return { text, model, timestamp: iso(atMs) };
}

async function expectSameGraph(run: Run, session: LedgerSession): Promise<void> {
  if (session.steps.length === 0) return;
  const branch = `session/${session.id}`;
  const args = { branch, limit: 200, edges_limit: 1_000, ...WIDE };
  const { view } = await callTool(run, 'graph_query', args, READER);
  expect(view.error, JSON.stringify(view.error)).toBeNull();
  const { nodes, edges } = view.result;
  const names = session.steps.map(({ node }) => node);
  expect(nodes.map(({ id }: Shown) => id).sort()).toEqual([...names].sort());
  const links = session.links.map(({ from, rel, to }) => `${from.node}|${rel}|${to.node}`);
  expect(edges.map(({ from, rel, to }: Shown) => `${from}|${rel}|${to}`).sort()).toEqual(
    [...new Set(links)].sort(),
  );
  const statuses = statusesOf(session);
  expect(Object.fromEntries(nodes.map(({ id, status }: Shown) => [id, status]))).toEqual(
    Object.fromEntries(statuses),
  );
  for (const status of statuses.values()) count(run, `a card is ${status}`);
  const { view: open } = await callTool(run, 'think_frontier', { ref: branch, ...WIDE }, READER);
  const shown = Object.values(open.result.frontier as Record<string, Shown[]>).flat();
  for (const { id } of shown) expect(statuses.get(id), `${id} on the frontier`).toBe('open');
  count(run, 'edges compared', edges.length);
}

async function expectSameLists(run: Run): Promise<void> {
  const { ledger, random } = run;
  const word = random.pick(['cache', 'cach', 'GRÖSSE', '100%', 'under_score', 'scores', 'at 1']);
  const words = filterWords(word);
  const fits = (text: string) => hasWords(text, words);
  for (const project of [undefined, '_default', 'p']) {
    const all = byChange(ledger, project);
    expect(await listed(run, 'list_sessions', { project })).toEqual(all.map(({ id }) => id));
    const found = all.filter(
      ({ title, tags, said }) =>
        fits([title, ...tags].join('\n')) || said.some(({ text }) => fits(text)),
    );
    expect(await listed(run, 'session list', { project, search: word })).toEqual(
      found.map(({ id }) => id),
    );
    count(run, 'found', found.length);
  }
}

/** The ids of all pages, read by a caller that has chosen no project. */
async function listed(run: Run, what: string, args: object): Promise<string[]> {
  const ids: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const kept = run.callers.get('ada');
    run.callers.set('ada', { agent: 'nobody', role: 'read' });
    const page: Shown = await read(run, what, { ...args, limit: 7, offset, ...WIDE }, 'ada');
    if (kept) run.callers.set('ada', kept);
    ids.push(...page.sessions.map(({ id }: Shown) => id));
    offset = page.nextOffset;
  }
  return ids;
}

async function expectSameKnowledge(run: Run): Promise<void> {
  const { patterns, notes } = run.ledger;
  for (const [kind, known] of [
    ['get', patterns],
    ['get_note', notes],
  ] as const) {
    for (const [id, kept] of known) {
      const view = await readAnyway(run, `knowledge ${kind}`, { id });
      expect(view).toMatchObject({ id, ...kept });
    }
  }
  const all = await readAnyway(run, 'knowledge list', { limit: 100 });
  expect(all.patterns.map(({ id }: Shown) => id).sort()).toEqual([...patterns.keys()].sort());
  const pad = await readAnyway(run, 'knowledge list_notes', { limit: 100 });
  expect(pad.notes.map(({ id }: Shown) => id).sort()).toEqual([...notes.keys()].sort());
}
