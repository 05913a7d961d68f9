/** The views of agents and of the journal, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../../../../test/support/engines.ts';
import { readNewestFrozen } from '../../../../test/support/frozen.ts';
import { KeptView } from '../../../../test/support/kept-view.ts';
import { openTestSurface, type TestSurface } from '../../../../test/support/surface.ts';
import { EVENTS } from '../../../domain/journal/all-events.ts';
import type { EventDraft, EventType } from '../../../domain/journal/event.ts';
import { eventWords } from '../../../domain/journal/event-words.ts';
import { openStore } from '../../../store/open-store.ts';
import type { PresenceRow, Store } from '../../../store/port.ts';
import type { Caller } from '../../../surface/caller.ts';
import { Hub } from '../../hub.ts';
import { VIEWS } from '../all-views.ts';
import type { AgentRow } from './agents-view.ts';
import type { EventRow } from './event-view.ts';
import { type HistoryRow, NEWEST } from './history-view.ts';

const MORNING = Date.UTC(2026, 0, 5, 9);
const HOUR_MS = 3_600_000;
const PROCESS = '1111111111111111';

describe.each(MAIN_ENGINES)('now and history on $name', (engine) => {
  let server: TestSurface;
  let place: TestPlace;
  let used = 0;
  let workspace = '';
  beforeAll(async () => {
    place = await engine.migrated();
    server = await openTestSurface({ engine: { ...engine, migrated: async () => place } });
  });
  afterAll(() => server.close());

  async function begin(): Promise<void> {
    used += 1;
    workspace = `history-${used}`;
    await ask('ada', 'init');
  }

  const as = (agent: string): Caller => ({ agent, role: 'write' });

  async function ask(agent: string, tool: string, args: object = {}): Promise<void> {
    const reply = await server.call(tool, { workspace, ...args }, as(agent));
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
  }

  const note = (agent: string, content: string) => ask(agent, 'macro_branch_note', { content });

  async function pageOf<Row>(
    name: string,
    args: object = {},
    { cursor, store = server.surface.store, now = MORNING + HOUR_MS }: PageOptions = {},
  ) {
    const view = VIEWS.get(name);
    if (!view) throw new Error(name);
    const options = { store, now: () => now, claimTtlMinutes: 60, log: () => {} };
    const page = await new Hub(workspace, options).look((look) =>
      view.page(look, view.args.parse(args), cursor),
    );
    return page as unknown as { readonly rows: readonly Row[]; readonly next?: string };
  }

  interface PageOptions {
    readonly cursor?: string | undefined;
    readonly store?: Store;
    readonly now?: number;
  }

  it('[OB76] history tells each event in plain words, with who, when and where', async () => {
    await begin();
    await ask('ada', 'tasks_create', { kind: 'plan', title: 'Ship the parser' });
    await ask('ada', 'tasks_create', {
      kind: 'task',
      parent: 'PLAN-001',
      title: 'Read numbers',
      steps: [{ title: 'Sign', success_criteria: ['reads -1'] }],
    });
    await ask('bob', 'tasks_close_step', { task: 'TASK-001', path: 's:0', checkpoints: 'gate' });
    const { rows } = await pageOf<HistoryRow>('history');
    const [done, verified] = rows;
    expect(done).toMatchObject({
      type: 'step_done',
      entity: 'TASK-001',
      words: 'closed step s:0 of TASK-001',
      agent: 'bob',
      at: ['tasks', 'TASK-001', 's:0'],
    });
    expect(verified).toMatchObject({ words: 'confirmed criteria, tests of step s:0 of TASK-001' });
    expect(rows.map(({ seq }) => seq)).toEqual([...rows.keys()].map((at) => rows.length - at));
  });

  it('[OB76] every event type has words of its own', () => {
    const { events } = readNewestFrozen();
    const seen = new Set(events.map(({ type }) => type));
    for (const type of Object.keys(EVENTS) as EventType[]) {
      expect(seen.has(type), type).toBe(true);
      expect(eventWords({ type, entity: 'x:y' }).words, type).not.toContain(type);
    }
    for (const event of events) {
      const { words } = eventWords(event);
      expect(words, event.type).toMatch(/^\S.*\S$/);
      expect(words, `${event.type}: ${words}`).not.toMatch(/undefined|\[object|\s\s|\sof$|\sto$/);
    }
  });

  it('[OB117] what is remembered has words of its own', async () => {
    await begin();
    await ask('ada', 'remember', { kind: 'rule', text: 'Spaces.' });
    await ask('ada', 'remember', { replaces: 'RULE-001', text: 'Tabs.' });
    await ask('bob', 'remember', { replaces: 'RULE-002' });
    await ask('ada', 'remember', { kind: 'question', to: 'user', text: 'May I?' });
    await ask('ada', 'remember', { kind: 'question', text: 'Who?' });
    await ask('ada', 'remember', { text: 'The port is 1729.' });
    const { rows } = await pageOf<HistoryRow>('history');
    const told = rows.filter(({ type }) => /^rule_|^card_/.test(type)).reverse();
    expect(told.map(({ words, text }) => [words, text])).toEqual([
      ['set the rule RULE-001', 'Spaces.'],
      ['replaced RULE-001 by RULE-002', 'Tabs.'],
      ['retired RULE-002', 'Tabs.'],
      ['asked the user', 'May I?'],
      ['asked', 'Who?'],
      ['recorded a fact', 'The port is 1729.'],
    ]);
    const card = told[3]?.entity.slice('card:'.length) ?? '';
    expect(told[3]?.at).toEqual(['go', card]);
    expect(told[0]?.at).toEqual(['go', 'RULE-001']);
    await ask('ada', 'remember', { answers: card, text: 'Yes.' });
    const after = (await pageOf<HistoryRow>('history')).rows;
    const words = after.slice(0, 4).map((row) => row.words);
    expect(words).toContain('recorded a decision');
    expect(words).toContain(`marked the question ${card} as answered`);
  });

  it('[OB77] history is read backwards to its beginning, by any condition', async () => {
    await begin();
    for (let n = 0; n < NEWEST + 70; n++) await note(n % 3 === 0 ? 'bob' : 'ada', `Note ${n}`);
    const all = async (args: object) => {
      const found: HistoryRow[] = [];
      const first = await pageOf<HistoryRow>('history', args);
      expect(first.next, 'who follows gets the newest only').toBeUndefined();
      let page: typeof first | undefined = first;
      let cursor = String(first.rows.at(-1)?.seq ?? 1);
      while (page) {
        found.push(...page.rows);
        page = cursor === '' ? undefined : await pageOf<HistoryRow>('history', args, { cursor });
        cursor = page?.next ?? '';
      }
      return found;
    };
    const whole = await all({});
    expect(whole.map(({ seq }) => seq)).toEqual([...whole.keys()].map((at) => whole.length - at));
    const byBob = whole.filter(({ agent }) => agent === 'bob');
    expect(await all({ agent: 'bob' })).toEqual(byBob);
    const notes = whole.filter(({ type }) => type === 'note_committed');
    expect(await all({ type: 'note_committed' })).toEqual(notes);
    const both = notes.filter(({ agent }) => agent === 'bob');
    expect(both.length).toBeGreaterThan(80);
    expect(await all({ agent: 'bob', type: 'note_committed' })).toEqual(both);
    expect(await all({ agent: 'eve', type: 'note_committed' })).toEqual([]);
  });

  it('[OB77] the newest lines stay the newest while others are written', async () => {
    await begin();
    const open = async (args: object) => {
      const options = { store: server.surface.store, now: () => MORNING + HOUR_MS };
      const view = new KeptView(options, workspace, 'history', args as never);
      await view.load();
      return view;
    };
    const views = [await open({}), await open({ agent: 'bob' }), await open({ agent: 'eve' })];
    for (let n = 0; n < NEWEST + 30; n++) {
      await note(n % 2 === 0 ? 'bob' : 'ada', `Note ${n}`);
      if (n % 7 > 0) continue;
      for (const view of views) await view.follow();
    }
    for (const view of views) {
      await view.follow();
      await view.expectFresh('many notes');
      expect(view.resets).toBe(0);
    }
    expect(views[0]?.rows.size).toBe(NEWEST);
  });

  it('[OB77] a line leaves when newer events have passed it, however few fit', async () => {
    await begin();
    await note('bob', 'First');
    const options = { store: server.surface.store, now: () => MORNING + HOUR_MS };
    const views = [
      new KeptView(options, workspace, 'history', { agent: 'bob' }),
      new KeptView(options, workspace, 'history', { agent: 'bob', type: 'note_committed' }),
    ];
    const pass = async (count: number) => {
      const moved = { type: 'gateway_moved', entity: 'agent:x', payload: { state: { stage: 0 } } };
      const drafts = Array.from({ length: count }, () => moved as EventDraft);
      const writer = { workspace, agent: 'x', nowMs: MORNING };
      await server.surface.store.write(writer, (tx) => tx.append(drafts));
    };
    for (const view of views) await view.load();
    await pass(1_998);
    for (let n = 0; n < 6; n++) {
      for (const view of views) await view.follow();
      for (const view of views) await view.expectFresh(`${n} more`);
      if (n === 0) expect(views[0]?.rows.size).toBe(1);
      await pass(1);
    }
    expect(views[0]?.rows.size).toBe(0);
  });

  it('[OB78] an event is shown whole, up to a bound, and without secrets', async () => {
    await begin();
    await note('ada', 'y'.repeat(150_000));
    await ask('ada', 'macro_branch_note', {
      content: 'Deployed',
      meta: { api_key: 'abcdefghijklmnop1234' },
    });
    const { rows } = await pageOf<HistoryRow>('history');
    const [second, first] = rows.filter(({ type }) => type === 'note_committed');
    const { rows: whole } = await pageOf<EventRow>('event', { seq: second?.seq });
    expect(whole[0]?.payload).toContain('"api_key": "<redacted>"');
    expect(whole[0]?.payload).toContain('\n');
    const { rows: long } = await pageOf<EventRow>('event', { seq: first?.seq });
    expect(long[0]).toMatchObject({ payloadMore: true, words: 'committed a note' });
    expect(long[0]?.payload).toHaveLength(100_000);
    expect((await pageOf('event', { seq: 100_000 })).rows).toEqual([]);
  });

  it('[OB75] now shows who is present with what it holds, and who was there in the last day', async () => {
    await begin();
    await ask('ada', 'tasks_create', { kind: 'plan', title: 'Ship the parser' });
    await ask('ada', 'tasks_focus_set', { target: 'PLAN-001' });
    await ask('bob', 'graph_plan', { project: 'p', nodes: [{ summary: 'Root' }] });
    await ask('bob', 'graph_next', { project: 'p', claim: true });
    const store = await openStore(place, PROCESS);
    const row = (agent: string, more: Partial<PresenceRow> = {}): PresenceRow => ({
      ...{ holder: `${PROCESS}/${agent}`, process: PROCESS, agent, client: 'claude', workspace },
      ...{ worksOn: '', tool: 'tasks_note', sinceMs: MORNING, lastCallMs: MORNING + 5_000 },
      ...more,
    });
    const other = { holder: `${PROCESS}/other`, lastCallMs: MORNING + 9_000, tool: 'status' };
    for (const each of [
      row('ada', { worksOn: 'PLAN-001' }),
      row('ada', other),
      row('eve', { workspace: 'elsewhere' }),
      row('carl', { tool: '' }),
    ]) {
      await store.presences?.keep(each, { waits: true });
    }
    const { rows: agents } = await pageOf<AgentRow>('agents', {}, { store });
    expect(agents.map(({ agent }) => agent).sort()).toEqual(['ada', 'bob', 'carl']);
    const [ada, bob, carl] = ['ada', 'bob', 'carl'].map((name) =>
      agents.find(({ agent }) => agent === name),
    );
    expect(ada).toMatchObject({
      ...{ present: true, client: 'claude', sessions: 2, tool: 'status' },
      ...{ sinceMs: MORNING, lastCallMs: MORNING + 9_000 },
      focus: { id: 'PLAN-001', title: 'Ship the parser', at: ['tasks', 'PLAN-001'] },
    });
    expect(bob).toMatchObject({ present: false, claims: { count: 1, first: [{ title: 'Root' }] } });
    expect(carl).not.toHaveProperty('tool');
    await store.close();
    expect((await pageOf('agents', {}, { now: MORNING + 48 * HOUR_MS })).rows).toEqual([]);
  });
});
