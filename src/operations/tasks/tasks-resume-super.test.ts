/** `tasks_resume_super` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  type Shown,
  type TaskWorld,
  useTaskWorld,
} from '../../../test/support/task-world.ts';
import { type JsonObject, jsonBytes } from '../../kernel/json.ts';

const task = { task: 'TASK-001', read_only: true };
const first = { task: 'TASK-001', path: 's:0' };

/** A task with many notes and cards. */
async function createStory(world: TaskWorld): Promise<void> {
  await createTask(world);
  await world.ask('tasks_edit', { task: 'TASK-001', description: 'Größe 界 '.repeat(80) });
  for (let n = 1; n <= 25; n++) {
    await world.ask('tasks_note', { ...first, note: `Note ${n} ${'界'.repeat(n * 4)}` });
    const type = n % 2 === 0 ? 'decision' : 'evidence';
    const card = { id: `c${n}`, type, text: `Card ${n} ${'ä'.repeat(n * 5)}`, tags: ['blocker'] };
    await world.ask('think_card', { target: 'TASK-001', card });
  }
  await world.ask('tasks_block', { ...first, reason: 'CI is down' });
}

/** At most what stands around the payload of an answer that was cut. */
const FRAME = 450;

describe.each(MAIN_ENGINES)('tasks_resume_super on $name', (engine) => {
  const world = useTaskWorld(engine, { once: createStory });

  const resume = (args: object = {}): Promise<Shown> =>
    world.ask('tasks_resume_super', { ...task, graph_diff: true, ...args });
  const startOver = async () => {
    await world.next();
    await createStory(world);
  };

  it('[TV11] has a capsule with everything needed to continue', async () => {
    const { capsule } = await resume();
    expect(capsule).toMatchObject({
      type: 'handoff_capsule',
      version: 1,
      workspace: world.workspace,
      focus: null,
      target: { id: 'TASK-001', kind: 'task', title: 'Task', status: 'TODO' },
      reasoning_ref: {
        branch: 'task/TASK-001',
        notes_doc: 'notes',
        graph_doc: 'TASK-001-graph',
        trace_doc: 'TASK-001-trace',
      },
      radar: { blockers: ['s:0 blocked: CI is down'] },
      handoff: { done: [], remaining: ['s:0 First', 's:1 Second'] },
      counts: {
        steps: { total: 2, open: 2 },
        timeline_events: 20,
        notes: { count: 10, has_more: true, next_cursor: expect.any(Number) },
        cards: { count: 20, has_more: true, next_cursor: expect.any(Number) },
        signals: { blockers: 5, decisions: 5, evidence: 5 },
      },
      last_event: { type: 'step_blocked', path: 's:0' },
      graph_diff: { available: true, base: 'main', partial: false },
      action: {
        tool: 'tasks_block',
        available: true,
        args: { target: 'TASK-001', step_id: 'STEP-00000001', blocked: false },
      },
      backup: { tool: 'tasks_macro_close_step' },
      escalation: { required: true },
    });
    expect(Buffer.byteLength(capsule.radar.why)).toBeLessThanOrEqual(256);
    expect(jsonBytes(capsule)).toBeLessThan(2_500);
  });

  it('[TV11] the capsule of a completed task suggests no action', async () => {
    await world.next();
    await createTask(world);
    await world.ask('tasks_complete', { task: 'TASK-001', status: 'ACTIVE' });
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { task: 'TASK-001', path, checkpoints: 'gate' });
    }
    await world.ask('tasks_complete', { task: 'TASK-001' });
    const { capsule } = await resume();
    expect(capsule).toMatchObject({ next: 'done', action: null, escalation: null });
    await startOver();
  });

  it('[TV11] reports if the suggested tool is not listed', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Without steps' });
    const { capsule } = await resume({ task: 'TASK-002' });
    expect(capsule).toMatchObject({
      action: { tool: 'tasks_decompose', available: true },
      escalation: { required: true, toolset: 'full' },
    });
    await world.ask('tasks_delete', { task: 'TASK-002' });
  });

  it('[TV12] the capsule is in every answer that can hold it', async () => {
    const whole = await resume();
    const least = jsonBytes({ truncated: true, capsule: whole.capsule });
    const most = jsonBytes(whole);
    const caps = [0, 1, 40, 160, 400].map((more) => least + FRAME + more);
    for (let cap = least + FRAME; cap <= most; cap += Math.ceil((most - least) / 16))
      caps.push(cap);
    for (const max_chars of caps) {
      const { budget, ...cut } = await resume({ max_chars });
      expect(cut.capsule, `in ${max_chars}`).toEqual(whole.capsule);
      expect(budget.used_chars).toBeLessThanOrEqual(max_chars);
    }
  });

  it('[TV12] a smaller answer keeps the next action longest', async () => {
    const { capsule } = await resume();
    const sizes: number[] = [];
    for (let max_chars = jsonBytes({ capsule }); max_chars >= 2; max_chars -= 61) {
      const { budget, ...cut } = await resume({ max_chars });
      sizes.push(budget.used_chars);
      const kept = cut.capsule as JsonObject | undefined;
      if (max_chars >= 450) expect(kept?.action, `in ${max_chars}`).toEqual(capsule.action);
      if (max_chars >= 250) expect(kept?.next, `in ${max_chars}`).toBe(capsule.next);
      expect(cut).not.toHaveProperty('memory');
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it('[TV13] degradation names exactly what was cut', async () => {
    const whole = await resume();
    const most = jsonBytes(whole);
    for (let max_chars = most - 2; max_chars > 1_500; max_chars -= 997) {
      const { budget: _budget, ...cut } = await resume({ max_chars });
      if (!cut.degradation) continue;
      const { truncated_fields, minimal, signals } = cut.degradation;
      expect([...truncated_fields].sort(), `in ${max_chars}`).toEqual(differing(whole, cut));
      expect(signals).toContain('budget_truncated');
      expect(signals.includes('minimal_signal')).toBe(minimal);
    }
    expect(whole.degradation).toEqual({ signals: [], truncated_fields: [], minimal: false });
  });

  it('[TV13] degradation is the last section to go before the capsule', async () => {
    const { capsule } = await resume();
    const { budget: _budget, ...cut } = await resume({
      max_chars: jsonBytes({ truncated: true, capsule }) + 300 + FRAME,
    });
    expect(Object.keys(cut).sort()).toEqual(
      expect.arrayContaining(['capsule', 'degradation', 'truncated']),
    );
    expect(cut.degradation).toMatchObject({ minimal: true });
    expect(cut.degradation.truncated_fields).toEqual(
      expect.arrayContaining(['memory', 'radar', 'signals', 'steps', 'target', 'timeline']),
    );
  });

  it.each(['notes', 'trace', 'cards'] as const)(
    '[TV16] following %s_cursor returns every entry once',
    async (section) => {
      const seen: number[] = [];
      let cursor: number | null | undefined = null;
      while (cursor !== undefined) {
        const page: Shown = await resume({ [`${section}_cursor`]: cursor, max_chars: 9_000 });
        const { entries, pagination } =
          section === 'cards'
            ? { entries: page.memory.cards, pagination: page.memory.cards_pagination }
            : page.memory[section];
        const seqs = entries.map((entry: Shown) => entry.seq ?? entry.last_seq);
        seen.push(...seqs.sort((a: number, b: number) => b - a));
        expect(pagination.count).toBe(entries.length);
        cursor = pagination.next_cursor;
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
      const whole = { notes_limit: 200, trace_limit: 200, cards_limit: 200, max_chars: 900_000 };
      const { memory } = await resume(whole);
      const all = section === 'cards' ? memory.cards : memory[section].entries;
      expect(seen).toHaveLength(all.length);
    },
  );

  it('[TV16] a large graph returns the same cards', async () => {
    const steps = Array.from({ length: 120 }, (_, n) => ({
      title: `${n}`,
      success_criteria: ['x'],
    }));
    const { memory, signals } = await resume();
    await world.ask('tasks_decompose', { task: 'TASK-001', steps });
    const later = await resume();
    expect(later.memory.cards).toEqual(memory.cards);
    expect(later.memory.cards_pagination).toEqual(memory.cards_pagination);
    expect(later.signals).toEqual(signals);
    await startOver();
  });

  it('[TV17] the graph is compared with the checkout, in pages', async () => {
    const { graph_diff: whole } = await resume();
    expect(whole).toMatchObject({
      available: true,
      branch: 'task/TASK-001',
      doc: 'TASK-001-graph',
      base: 'main',
      base_source: 'checkout',
      summary: { nodes_changed: 28, edges_changed: 2, total: 30, partial: false },
    });
    const seen: Shown[] = [];
    let cursor: number | null | undefined = null;
    while (cursor !== undefined) {
      const page = { graph_diff_limit: 7, graph_diff_cursor: cursor };
      const { graph_diff: part }: Shown = await resume(page);
      seen.push(...part.changes);
      expect(part.summary.total).toBe(part.changes.length);
      cursor = part.pagination.next_cursor;
    }
    expect(seen).toEqual(whole.changes);
  });

  it('[TV17] a node that the checkout has as well is no change', async () => {
    const card = { id: 'same', type: 'note', text: 'same' };
    await world.ask('think_card', { target: 'TASK-001', card });
    const node = { op: 'node_upsert', id: 'same', type: 'note', text: 'same', status: 'open' };
    await world.ask('graph_apply', { doc: 'TASK-001-graph', branch: 'main', ops: [node] });
    const { graph_diff } = await resume();
    expect(graph_diff.changes.map((change: Shown) => change.id)).not.toContain('same');
  });

  it('[TV17] reports why there is nothing to compare with', async () => {
    await world.ask('checkout', { ref: 'task/TASK-001' });
    const args = { workspace: world.workspace, ...task, graph_diff: true };
    const { result, warnings } = JSON.parse(
      (await world.server.call('tasks_resume_super', args)).text,
    );
    expect(result.graph_diff).toEqual({ available: false, reason: 'no_base' });
    expect(warnings).toMatchObject([{ code: 'GRAPH_DIFF_UNAVAILABLE' }]);
    expect(result.capsule.graph_diff).toEqual({ available: false, reason: 'no_base' });
    const plain = await resume({ graph_diff: false });
    expect(plain).not.toHaveProperty('graph_diff');
    expect((await world.lines('tasks_snapshot', task)).join()).not.toContain('WARNING');
    await world.ask('checkout', { ref: 'main' });
  });

  it('[TV18] signals that no context was recorded', async () => {
    await world.next();
    await createTask(world);
    const signals = async () => (await resume()).degradation.signals;
    expect(await signals()).toEqual(['context_empty']);
    const thought = {
      thought: 'Hm.',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
    };
    await world.ask('trace_sequential_step', { ...thought, target: 'TASK-001' });
    for (let n = 0; n < 22; n++) await world.ask('tasks_block', { ...first, blocked: n % 2 === 0 });
    expect(await signals()).toEqual(['trace_only']);
    await world.ask('tasks_note', { ...first, note: 'So.' });
    expect(await signals()).toEqual([]);
    await startOver();
  });
});

/** The fields that the budget changed; the sections of `memory` count separately. */
function differing(whole: JsonObject, cut: JsonObject): string[] {
  const own = new Set(['truncated', 'degradation', 'capsule']);
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  return Object.keys(whole)
    .filter((name) => !own.has(name) && differs(whole[name], cut[name]))
    .flatMap((name) => {
      if (name !== 'memory' || cut.memory === undefined) return [name];
      const [was, is] = [whole.memory as JsonObject, cut.memory as JsonObject];
      return ['notes', 'trace', 'cards']
        .filter((part) => differs(was[part], is[part]))
        .map((part) => `memory.${part}`);
    })
    .sort();
}
