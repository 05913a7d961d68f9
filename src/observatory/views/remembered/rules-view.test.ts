/** The views of rules and open questions, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { KeptView } from '../../../../test/support/kept-view.ts';
import { openTestSurface, type TestSurface } from '../../../../test/support/surface.ts';
import { nodeUpserted } from '../../../domain/graph/apply-ops.ts';
import type { Caller } from '../../../surface/caller.ts';
import { MAX_PAGE } from '../../view.ts';
import type { PlaceRow } from '../place-view.ts';
import type { QuestionRow } from './questions-view.ts';
import type { RuleRow } from './rules-view.ts';

const ADA: Caller = { agent: 'ada', role: 'write' };
const BOB: Caller = { agent: 'bob', role: 'write' };

describe.each(MAIN_ENGINES)('rules and questions on $name', (engine) => {
  let server: TestSurface;
  let used = 0;
  let workspace = '';
  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(() => server.close());

  async function begin(): Promise<void> {
    used += 1;
    workspace = `remembered-${used}`;
    await ask('init');
  }

  async function ask(tool: string, args: object = {}, caller: Caller = ADA): Promise<string> {
    const reply = await server.call(tool, { workspace, ...args }, caller);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return reply.text;
  }

  const remember = (args: object, caller?: Caller) => ask('remember', args, caller);

  async function asked(args: object, caller?: Caller): Promise<string> {
    const text = await remember({ kind: 'question', ...args }, caller);
    return /CARD-\d+/.exec(text)?.[0] ?? expect.fail(text);
  }

  async function plant(): Promise<string> {
    await begin();
    await ask('tasks_create', { kind: 'plan', title: 'Ship the parser' });
    const steps = [{ title: 'Sign', success_criteria: ['reads -1'] }];
    await ask('tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Numbers', steps });
    const read = server.surface.store.read(workspace, (tx) => tx.targets.byId('TASK-001'));
    return (await read)?.steps[0]?.id ?? '';
  }

  async function kept(name: string, args = {}): Promise<KeptView> {
    const view = new KeptView(server.surface, workspace, name, args);
    await view.load();
    return view;
  }

  async function rowsOf<Row>(name: string, args = {}): Promise<readonly Row[]> {
    return [...(await kept(name, args)).rows.values()] as unknown as readonly Row[];
  }

  it('[OB111] a rule tells its words, whose they are, what it is about, and who stored it when', async () => {
    await plant();
    const text = `Never force-push. ${'x'.repeat(900)}`;
    await remember({ kind: 'rule', text: [text, 'No comments.'] });
    const about = { kind: 'rule', text: 'Tabs.', about: 'TASK-001', source: 'Eve' };
    await remember(about, BOB);
    const [first, , third] = await rowsOf<RuleRow>('rules');
    expect(first).toMatchObject({
      id: 'RULE-001',
      text,
      source: 'user, by ada',
      by: 'ada',
      holds: true,
    });
    expect(first).not.toHaveProperty('about');
    expect(third).toMatchObject({
      ...{ text: 'Tabs.', source: 'Eve, by bob', by: 'bob' },
      about: { id: 'TASK-001', target: 'TASK-001', title: 'Numbers', at: ['tasks', 'TASK-001'] },
    });
    expect(third?.setMs).toBeGreaterThan(first?.setMs ?? Number.MAX_SAFE_INTEGER);
  });

  it('[OB111] a rule that ended says when, by whom, and what took its place', async () => {
    await begin();
    await remember({ kind: 'rule', text: ['Spaces.', 'No emoji.'] });
    const view = await kept('rules');
    await remember({ replaces: 'RULE-001', text: 'Tabs.' }, BOB);
    await remember({ replaces: 'RULE-002' });
    await view.follow();
    await view.expectFresh('two rules ended');
    const rows = view.rows as unknown as ReadonlyMap<string, RuleRow>;
    expect(rows.get('RULE-001')).toMatchObject({
      ...{ holds: false, by: 'ada', endedBy: 'bob', replacedBy: 'RULE-003' },
    });
    expect(rows.get('RULE-001')?.endedMs).toBe(rows.get('RULE-003')?.setMs);
    expect(rows.get('RULE-002')).toMatchObject({ holds: false, endedBy: 'ada' });
    expect(rows.get('RULE-002')).not.toHaveProperty('replacedBy');
    expect(rows.get('RULE-003')).toMatchObject({ holds: true, text: 'Tabs.' });
  });

  it('[OB111] more rules than a page has are all read', async () => {
    await begin();
    for (let n = 0; n < 11; n++) {
      await remember({ kind: 'rule', text: Array.from({ length: 50 }, (_, at) => `${n} ${at}`) });
    }
    expect(await rowsOf('rules')).toHaveLength(550);
  });

  it('[OB112] a question tells its words, whom it is for, what it is about, and who asked when', async () => {
    const step = await plant();
    const card = await asked({ text: 'May I drop it?', to: 'user', about: step, source: 'Eve' });
    await asked({ text: 'Who owns this?' }, BOB);
    const rows = await rowsOf<QuestionRow>('questions');
    const [newest, first] = rows;
    expect(newest).toMatchObject({ text: 'Who owns this?', by: 'bob' });
    expect(newest).not.toHaveProperty('to');
    expect(first).toMatchObject({
      ...{ id: card, text: 'May I drop it?', to: 'user', by: 'ada', source: 'Eve' },
      about: { id: step, target: 'TASK-001', title: 'Numbers', at: ['tasks', 'TASK-001', step] },
    });
    expect(first?.askedMs).toBeLessThan(newest?.askedMs ?? 0);
  });

  it('[OB112] it leaves when it is answered, and keeps its age when it changes', async () => {
    await plant();
    const card = await asked({ text: 'Which grammar?', about: 'TASK-001' });
    const view = await kept('questions');
    const [before] = [...view.rows.values()] as unknown as readonly QuestionRow[];
    await ask('think_pin', { target: 'TASK-001', targets: [card] }, BOB);
    await view.follow();
    const [pinned] = [...view.rows.values()] as unknown as readonly QuestionRow[];
    expect(pinned).toMatchObject({ askedMs: before?.askedMs, begun: before?.begun, by: 'ada' });
    expect(pinned?.seq).toBeGreaterThan(before?.seq ?? Number.MAX_SAFE_INTEGER);
    await remember({ answers: card, text: 'RFC 8259.' });
    await view.follow();
    expect(view.rows.size).toBe(0);
    await view.expectFresh('the answer');
  });

  it('[OB112] a title that changes changes with it, and questions of sessions stay there', async () => {
    await plant();
    await asked({ text: 'Which grammar?', about: 'TASK-001' });
    const view = await kept('questions');
    await ask('tasks_edit', { task: 'TASK-001', title: 'All numbers' });
    await view.follow();
    const [row] = [...view.rows.values()] as unknown as readonly QuestionRow[];
    expect(row?.about).toMatchObject({ title: 'All numbers' });
    for (const operation of ['get_state', 'start_new', 'cipher']) {
      await ask('thoughtbox_gateway', { operation });
    }
    const thought = { thought: 'S1|Q|Is it the lexer?', nextThoughtNeeded: true };
    await ask('thoughtbox_gateway', { operation: 'thought', ...thought });
    await view.follow();
    await view.expectFresh('a thought that asks');
    expect(view.rows.size).toBe(1);
  });

  it('[OB112] more questions than a page has are all read', async () => {
    await begin();
    const place = { branch: 1, doc: 'graph', target: undefined };
    const cards = Array.from({ length: MAX_PAGE + 10 }, (_, at) =>
      nodeUpserted(place, { id: `q-${at}`, type: 'question', status: 'open', tags: [] }),
    );
    await server.surface.store.write({ workspace, agent: 'ada', nowMs: 1 }, (tx) =>
      tx.append(cards),
    );
    expect(await rowsOf<QuestionRow>('questions')).toHaveLength(MAX_PAGE + 10);
  });

  it('[OB114] the id of a rule, a card or a step leads to its place', async () => {
    const step = await plant();
    await remember({ kind: 'rule', text: 'Tabs.' });
    const card = await asked({ text: 'Which grammar?', about: 'TASK-001' });
    await remember({ answers: card, text: 'RFC 8259.' });
    await ask('think_card', { branch: 'main', card: { id: 'q-1', type: 'note', title: 'Mine' } });
    const placeOf = async (id: string) => (await rowsOf<PlaceRow>('place', { id }))[0];
    const rule = { view: 'tasks', rest: [], query: { panel: 'rule:RULE-001' } };
    expect(await placeOf('RULE-001')).toMatchObject(rule);
    expect(await placeOf('rule-001')).toMatchObject(rule);
    const place = await placeOf(card);
    expect(place).toMatchObject({ view: 'memory', query: { tab: 'cards' } });
    expect(place?.rest[1]).toBe('TASK-001-graph');
    expect(place?.query.panel).toMatch(new RegExp(`^card:\\d+:TASK-001-graph:${card}$`));
    expect((await placeOf('q-1'))?.query.panel).toMatch(/^card:\d+:graph:q-1$/);
    expect(await placeOf(step)).toMatchObject({ view: 'tasks', rest: ['TASK-001', step] });
    for (const id of ['RULE-002', 'CARD-9999', 'STEP-00000000']) {
      expect(await placeOf(id), id).toBeUndefined();
    }
  });
});
