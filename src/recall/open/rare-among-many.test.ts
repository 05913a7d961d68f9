/** Filters of `recall` for what is rare among much that has the same words; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';
import { FIRST_BRANCH } from '../../domain/branches/branch.ts';
import { commitNote } from '../../domain/documents/commit-note.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { isRefusal } from '../../kernel/refusal.ts';

/** More than are read of a word, and more than are looked up one by one. */
const NOTES = 2_300;

function noteDraft(content: string): EventDraft {
  const draft = commitNote({ branch: FIRST_BRANCH, doc: 'notes', content });
  if (isRefusal(draft)) throw new Error(draft.message);
  return draft;
}

describe.each(MAIN_ENGINES)('what is rare among many on $name', (engine) => {
  const world = useTaskWorld(engine, {
    async once({ ask, server, workspace }) {
      await ask('remember', { kind: 'rule', text: 'Deploy only after the smoke suite.' });
      const steps = [
        { title: 'Deploy to staging', success_criteria: ['it is there'], tests: ['x'] },
      ];
      await ask('tasks_macro_start', { task_title: 'Deploy the new gateway', steps });
      const gateway = (operation: string, args: object) =>
        ask('thoughtbox_gateway', { operation, ...args });
      await gateway('start_new', { sessionTitle: 'How to deploy' });
      await gateway('cipher', {});
      await gateway('thought', { thought: 'Deploy at night?', nextThoughtNeeded: true });
      const nodes = Array.from({ length: 200 }, (_, n) => ({
        ref: `n${n}`,
        summary: `Deploy ${n}`,
      }));
      await ask('graph_plan', { project: 'P', nodes });
      await ask('branch_create', { name: 'exp', from: 'main' });
      const long = `Deploy ${'and then wait for the others '.repeat(20)}`;
      await ask('notes_commit', { branch: 'exp', content: long });
      const drafts = Array.from({ length: NOTES }, (_, n) => noteDraft(`deploy ${n} went fine`));
      const writer = { workspace, agent: 'tester', nowMs: Date.parse('2026-02-01T00:00Z') };
      await server.surface.store.write(writer, (tx) => tx.append(drafts));
    },
  });
  const find = async (args: object) =>
    (await world.ask('recall', { query: 'deploy', ...args })).hits as readonly Shown[];
  const kindsOf = (hits: readonly Shown[]) => [...new Set(hits.map(({ kind }) => kind))];

  it.each(['rule', 'task', 'step', 'thought', 'session', 'work'])(
    '[RC1] [RC21] a %s is found by its kind',
    async (kind) => {
      expect(kindsOf(await find({ kinds: [kind] }))).toEqual([kind]);
    },
  );

  it('[RC13] [RC21] what is many is read as far as it is wanted', async () => {
    const found = await find({ kinds: ['note', 'rule'], query: 'deploy 7' });
    expect(found[0]?.text).toBe('deploy 7 went fine');
  });

  it('[RC23] what is older is found by its time', async () => {
    const found = await find({ until: '2026-01-31', limit: 100 });
    expect(kindsOf(found)).toEqual(expect.arrayContaining(['thought', 'work']));
    expect(found.every(({ at }) => at < '2026-02')).toBe(true);
    const notes = await find({ since: '2026-02-01', kinds: ['note'] });
    expect(notes).toHaveLength(10);
  });

  it('[RC24] a note is found by its branch', async () => {
    const [first, ...others] = await find({ branch: 'exp', kinds: ['note'] });
    expect([first?.in, others]).toEqual(['exp', []]);
  });

  it('[RC22] a node is found among those of its project', async () => {
    const [node] = await find({ query: 'deploy 42', kinds: ['work'] });
    const about = await find({ about: node?.id });
    expect(about.map(({ id }) => id)).toEqual([node?.id]);
  });

  it('[RC22] a step leaves its task, however it is written', async () => {
    const [step] = await find({ kinds: ['step'] });
    expect(step?.id).toMatch(/^TASK-001\/STEP-/);
    const bare = step?.id.replace('TASK-001/', '');
    const hits = await find({ about: step?.id });
    expect(hits).toEqual(await find({ about: bare }));
    expect(hits.map(({ id }) => id)).toContain(step?.id);
    expect(await world.refused('recall', { about: `TASK-009/${bare}` })).toBe('UNKNOWN_ID');
    expect(await world.refused('recall', { since: '2026-02-30' })).toBe('INVALID_INPUT');
  });

  it('[RC22] so is a task among those of its plan, and a deleted one', async () => {
    const { ask } = world;
    await ask('tasks_create', { kind: 'plan', title: 'Chores' });
    const create = (title: string) => ask('tasks_create', { parent: 'PLAN-002', title });
    await create('First chore xylophone');
    for (let n = 0; n < 105; n++) await create(`Chore ${n}`);
    const [task] = await find({ query: 'xylophone', about: 'PLAN-002' });
    expect(task?.text).toContain('xylophone');
    await ask('tasks_delete', { task: task?.id });
    const [deleted] = await find({ query: 'xylophone', about: task?.id });
    expect(deleted).toMatchObject({ id: task?.id, state: 'deleted' });
  });

  it('[RC25] [RC26] a branch is listed whole, and by pages of one', async () => {
    const { hits } = await world.ask('recall', { branch: 'exp', limit: 3 });
    expect(hits[0]).toMatchObject({ kind: 'note', in: 'exp' });
    const all = await find({ query: undefined, branch: 'exp', limit: 100 });
    const paged: Shown[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.ask('recall', { branch: 'exp', limit: 1, cursor });
      paged.push(...page.hits);
      cursor = page.cursor;
    } while (cursor !== undefined && paged.length < 200);
    expect(paged).toEqual(all);
  });

  it('[RC27] a search that only its filters leave empty is proposed without them', async () => {
    const { text } = await world.reply('recall', { query: 'smoke suite', kinds: ['note'] });
    const { result, suggestions } = JSON.parse(text);
    expect(result).toEqual({ hits: [] });
    expect(suggestions).toHaveLength(1);
    const { target, params, reason } = suggestions[0];
    expect(reason).toContain('without kinds');
    const { structured } = await world.reply(target, params);
    expect((structured as Shown).result.hits[0]).toMatchObject({ kind: 'rule' });
    const none = await world.reply('recall', { query: 'zeppelin', kinds: ['note'] });
    expect(JSON.parse(none.text).suggestions).toEqual([]);
  });
});
