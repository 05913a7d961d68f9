import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { serveTestObservatory } from '../../../test/support/observatory.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  NOBODY,
  openThoughtWorld,
  recordSlowPages,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';

type Served = Awaited<ReturnType<typeof serveTestObservatory>>;

const GRANT = { token: 'a-long-secret', visitor: { role: 'read', workspaces: ['w1'] } } as const;

describe.each(MAIN_ENGINES)('the endpoints for programs on $name', (engine) => {
  let world: ThoughtWorld;
  let served: Served;
  let session: string;

  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    served = await serveTestObservatory(world.server, { httpApi: true });
    session = await recordSlowPages(world);
    await world.tool('tasks_create', { title: 'Write the parser', kind: 'plan' });
    await world.tool('graph_open', { project: 'p/1', goal: 'Ship it' });
    await world.tool('think_card', { card: { type: 'question', text: 'Which one?' } });
    await world.tool('macro_branch_note', { name: 'n', content: 'ghp_A1b2C3d4E5f6G7h8' });
  });
  afterAll(async () => {
    await served.close();
    await world.close();
  });

  async function get(path: string, status = 200, headers: Record<string, string> = {}) {
    const answer = await fetch(new URL(path, served.url), { headers });
    expect(answer.status, path).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return (await answer.json()) as Shown;
  }

  const error = (code: string) => ({ error: expect.any(String), code });

  it('[OB31] tell the health of the feed', async () => {
    expect(await get('/api/health')).toEqual({
      status: 'ok',
      connections: 0,
      activeSessions: 0,
      workspaces: [{ workspace: 'w1', seq: await world.head() }],
    });
  });

  it('[OB32] list sessions by status, project and tag, page by page', async () => {
    const all = await get('/api/sessions');
    expect(all).toMatchObject({
      sessions: [{ id: session, title: 'Slow pages', status: 'completed', thoughtCount: 8 }],
      total: 1,
      hasMore: false,
    });
    const counted = async (query: string) => (await get(`/api/sessions?${query}`)).total;
    expect(await counted('status=completed&tag=web&project=_default')).toBe(1);
    expect(await counted('status=active')).toBe(0);
    expect(await counted('tag=other')).toBe(0);
    expect(await counted('project=other')).toBe(0);
    expect(await get('/api/sessions?limit=101', 400)).toEqual(error('INVALID_INPUT'));
    expect(await get('/api/sessions?status=asleep', 400)).toEqual(error('INVALID_INPUT'));
  });

  it.each(['sessions', `sessions/ID`, 'events', 'search'])(
    '[OB122] /api/%s has no page of nothing, which a program would ask for again and again',
    async (path) => {
      const answer = await get(`/api/${path.replace('ID', session)}?limit=0`, 400);
      expect(answer).toEqual(error('INVALID_INPUT'));
      expect(answer.error).toContain('limit: expected a number from 1 to');
    },
  );

  it('[OB33] show a session whole, in parts, and as it was', async () => {
    const whole = await get(`/api/sessions/${session}`);
    expect(whole).toMatchObject({ session: { id: session }, total: 8, hasMore: false });
    expect(whole.thoughts).toHaveLength(5);
    expect(whole.branches.cache).toMatchObject({ fromThoughtNumber: 2 });
    expect(whole.branches.cache.thoughts).toHaveLength(2);
    const part = await get(`/api/sessions/${session}?limit=3&offset=1`);
    expect(part).toMatchObject({ total: 8, hasMore: true });
    expect(part.thoughts.length + part.branches.cache.thoughts.length).toBe(3);
    const early = await get(`/api/sessions/${session}?at=3`);
    expect(early).toMatchObject({ branches: {}, total: early.thoughts.length });
    expect(await get(`/api/sessions/${NOBODY}`, 404)).toEqual(error('SESSION_NOT_FOUND'));
  });

  it('[OB34] show the rows of the views', async () => {
    const seq = await world.head();
    const tasks = await get('/api/tasks?workspace=w1');
    expect(tasks).toMatchObject({ tasks: [{ title: 'Write the parser' }], seq });
    const { key } = tasks.tasks[0];
    expect(await get(`/api/tasks/${key}`)).toMatchObject({ task: { id: key }, steps: [], seq });
    expect(await get('/api/tasks/TASK-999', 404)).toEqual(error('UNKNOWN_ID'));
    expect(await get('/api/branches')).toMatchObject({ branches: expect.any(Array), seq });
    expect(await get('/api/agents')).toMatchObject({ agents: expect.any(Array), seq });
    expect(await get('/api/conflicts?status=resolved')).toEqual({ conflicts: [], seq });
    expect(await get('/api/conflicts/CONFLICT-1', 404)).toEqual(error('UNKNOWN_ID'));
    expect(await get('/api/work')).toMatchObject({ projects: [{ key: 'p/1' }], seq });
    expect(await get('/api/work/p%2F1?lens=all')).toMatchObject({
      project: 'p/1',
      counts: { total: 1, resolved: 0 },
      nodes: [{ summary: 'Ship it' }],
      seq,
    });
    expect(await get('/api/work/other', 404)).toEqual(error('UNKNOWN_ID'));
    const graph = await get(`/api/graph?branch=session/${session}`);
    expect(graph.nodes.length).toBeGreaterThan(3);
    expect(graph.edges[0]).toEqual({
      from: expect.any(String),
      rel: expect.any(String),
      to: expect.any(String),
    });
    expect(await get('/api/graph')).toMatchObject({ nodes: expect.any(Array), seq });
    expect(await get('/api/graph?branch=none', 404)).toEqual(error('UNKNOWN_ID'));
  });

  it('[OB35] serve the journal to a program that polls', async () => {
    const head = await world.head();
    const first = await get('/api/events?limit=2');
    expect(first).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }], upTo: 2, head });
    const rest = await get(`/api/events?after=2&limit=500`);
    expect(rest.events).toHaveLength(head - 2);
    expect(await get(`/api/events?after=${head}`)).toEqual({ events: [], upTo: head, head });
    expect(JSON.stringify(rest)).not.toContain('ghp_');
    expect(await get('/api/events?after=-1', 400)).toEqual(error('INVALID_INPUT'));
  });

  it('[OB119] search as recall does, and open by id', async () => {
    const { hits } = await get('/api/search?q=parser&workspace=w1');
    const asked = await world.tool('recall', { query: 'parser' });
    expect(hits).toEqual(asked.hits);
    expect(hits[0]).toMatchObject({ kind: 'plan', text: expect.stringContaining('parser') });
    const kinds = async (query: string) =>
      (await get(`/api/search?${query}`)).hits.map(({ kind }: Shown) => kind);
    expect(new Set(await kinds('kind=question&kind=plan'))).toEqual(new Set(['question', 'plan']));
    expect(new Set(await kinds('kind=question,plan'))).toEqual(new Set(['question', 'plan']));
    const first = await get('/api/search?limit=1');
    expect(first).toMatchObject({ hits: [{ text: '<redacted>' }], has_more: true });
    const second = await get(`/api/search?limit=1&cursor=${first.cursor}`);
    expect(second.hits[0].id).not.toBe(first.hits[0].id);
    const { id } = hits[0];
    expect(await get(`/api/search?id=${id}`)).toMatchObject({ id, kind: 'plan', content: {} });
    expect(await get('/api/search?q=zzz')).toEqual({ hits: [] });
    expect(await get('/api/search?id=TASK-999', 404)).toEqual(error('UNKNOWN_ID'));
    expect(await get('/api/search?kind=nothing', 400)).toEqual(error('INVALID_INPUT'));
    expect(await get('/api/search?since=yore', 400)).toEqual(error('INVALID_INPUT'));
    expect(await get('/api/search?limit=101', 400)).toEqual(error('INVALID_INPUT'));
    expect(await get('/api/search?q=parser&workspace=nowhere', 404)).toEqual(error('UNKNOWN_ID'));
  });

  it('[OB36] refuse what does not exist, in a sentence', async () => {
    expect(await get('/api/nothing', 404)).toEqual(error('UNKNOWN_ID'));
    expect(await get('/api/sessions/a/b', 404)).toEqual(error('UNKNOWN_ID'));
    expect(await get('/api/sessions/%ff', 400)).toEqual(error('INVALID_INPUT'));
    expect(await get('/api/tasks?workspace=nowhere', 404)).toEqual(error('UNKNOWN_ID'));
    const posted = await fetch(new URL('/api/sessions', served.url), { method: 'POST' });
    expect(posted.status).toBe(405);
  });
});

describe('the endpoints for programs', () => {
  it('[OB30] exist only if the setting says so; the status always', async () => {
    const [engine] = MAIN_ENGINES;
    if (!engine) throw new Error('no engine to test on');
    const world = await openThoughtWorld(engine);
    const served = await serveTestObservatory(world.server);
    const answer = await fetch(new URL('/api/sessions', served.url));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('observatory_http_api'),
    });
    expect((await fetch(new URL('/api/status', served.url))).status).toBe(200);
    await served.close();
    await world.close();
  });

  it('[OB36] need the token, and show its workspaces only', async () => {
    const [engine] = MAIN_ENGINES;
    if (!engine) throw new Error('no engine to test on');
    const world = await openThoughtWorld(engine);
    const guards = { grants: [GRANT] };
    const served = await serveTestObservatory(world.server, { httpApi: true, guards });
    for (const workspace of ['w1', 'w2']) await world.server.call('init', { workspace });
    const get = (path: string, headers = {}) => fetch(new URL(path, served.url), { headers });
    expect((await get('/api/sessions?workspace=w1')).status).toBe(401);
    const headers = { authorization: `Bearer ${GRANT.token}` };
    expect((await get('/api/sessions?workspace=w1', headers)).status).toBe(200);
    expect((await get('/api/sessions?workspace=w2', headers)).status).toBe(404);
    expect((await get('/api/search?workspace=w1')).status).toBe(401);
    expect((await get('/api/search?workspace=w1', headers)).status).toBe(200);
    expect((await get('/api/search?workspace=w2', headers)).status).toBe(404);
    const health = await (await get('/api/health', headers)).json();
    expect(health).toMatchObject({ workspaces: [{ workspace: 'w1' }] });
    await served.close();
    await world.close();
  });
});
