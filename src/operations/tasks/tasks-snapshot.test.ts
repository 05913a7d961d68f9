/** `tasks_snapshot` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import { TESTER } from '../../../test/support/surface.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';
import { dispatch } from '../../surface/dispatch.ts';

const steps = ['Write', 'Read', 'Ship'].map((title) => ({
  title,
  success_criteria: [`${title} works`],
  tests: ['npm test'],
}));

const CLOSE_FIRST = 'tasks_macro_close_step step_id=STEP-00000001 target=TASK-001';

describe.each(MAIN_ENGINES)('tasks_snapshot on $name', (engine) => {
  const world = useTaskWorld(engine);
  /** The same memory, printed without the view. */
  const lines = {
    call: (tool: string, args: object) => {
      const surface = { ...world.server.surface, structured: false };
      return dispatch(surface, { tool, args }, TESTER);
    },
  };

  const make = async (more: object = {}) => {
    await world.ask('tasks_create', { title: 'Plan' });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Fix parser', steps, ...more });
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
  };
  const close = (path: string) =>
    world.ask('tasks_close_step', { task: 'TASK-001', path, checkpoints: 'gate' });

  const headOf = async (args: object = {}) => (await world.plainLines('tasks_snapshot', args))[0];
  const commandIn = (lines: readonly string[]) => lines.find((line) => line.startsWith('tasks_'));

  it('[TV19] [TV20] shows the next step with its criteria, then finish, then done', async () => {
    await make();
    const shown = await world.plainLines('tasks_snapshot');
    expect(shown).toEqual([
      `focus TASK-001 — Fix parser | 0 of 3 steps done | next s:0 — Write | ${world.workspace}`,
      's:0 criterion: Write works',
      's:0 test: npm test',
      'without proof=["CMD: what ran, result"] s:0 shows as unproven',
      expect.stringContaining(CLOSE_FIRST),
    ]);
    await close('s:0');
    expect(await headOf()).toContain('| 1 of 3 steps done | next s:1 — Read |');
    await close('s:1');
    await close('s:2');
    const last = await world.plainLines('tasks_snapshot');
    expect(last[0]).toContain('| 3 of 3 steps done | next finish |');
    expect(commandIn(last)).toBe('tasks_macro_close_step target=TASK-001');
    await world.ask('tasks_macro_close_step', { target: 'TASK-001' });
    expect(await headOf()).toContain('| 3 of 3 steps done | done |');
  });

  it('[TV20] asks for the required proof', async () => {
    await world.ask('tasks_scaffold', { template: 'principal-task', title: 'T', plan_title: 'P' });
    for (const path of ['s:0', 's:1', 's:2']) {
      await world.ask('tasks_progress', { task: 'TASK-001', path, force: true });
    }
    const shown = await world.plainLines('tasks_snapshot', { target: 'TASK-001' });
    expect(shown[0]).toContain('| next s:3 — Verify with proof |');
    expect(commandIn(shown)).toMatch(
      /^tasks_macro_close_step .*proof=\["CMD: <fill: .*>","LINK: <fill: .*>"\] step_id=STEP-0{7}4 target=TASK-001$/,
    );
  });

  it('[TV19] [TV20] shows the open dependency, with a backup call', async () => {
    await make();
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    const shown = await world.plainLines('tasks_snapshot');
    expect(shown[0]).toContain(
      'focus TASK-001 — Fix parser | 0 of 3 steps done | waits for TASK-002',
    );
    expect(shown.slice(-2)).toEqual([
      'tasks_snapshot target=TASK-002',
      expect.stringContaining(CLOSE_FIRST),
    ]);
  });

  it('[TV19] shortens a long title, and shows the kind of a target not in focus', async () => {
    await make({ title: `A ${'long '.repeat(30)}title` });
    const state = await headOf();
    expect(state).toMatch(/^focus TASK-001 — A (long )+lo?n?g?.*\.\.\. \| 0 of 3/);
    expect(state?.length).toBeLessThan(160);
    expect(await headOf({ target: 'PLAN-001', read_only: true })).toBe(
      `plan PLAN-001 — Plan | 0 of 1 task done | next TASK-001 | ${world.workspace}`,
    );
    await world.ask('tasks_block', { task: 'TASK-001', path: 's:0', reason: 'CI is down' });
    const blocked = await world.plainLines('tasks_snapshot');
    expect(blocked[0]).toContain('| next s:0 (blocked) — Write |');
    expect(blocked).toContain('s:0 blocked by: CI is down');
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Two\nlines', 'Three'] });
    expect(await headOf({ target: 'PLAN-001' })).toContain('| next checklist 0/2 Two lines |');
  });

  it('[TV20] the next call runs as it stands, through a whole task', async () => {
    await make({ steps: undefined });
    for (let turn = 0; turn < 9; turn++) {
      const { suggestions } = await world.reply('tasks_snapshot');
      const [next] = suggestions;
      if (next?.action !== 'call_tool') break;
      await world.ask(next.target, filled(next.params));
    }
    expect((await world.target('TASK-001')).root.status).toBe('DONE');
  });

  it('[TV60] shows the sections that a limit asks for, behind the snapshot', async () => {
    await make();
    const card = (id: string, type: string) =>
      world.ask('think_card', { target: 'TASK-001', card: { id, type, title: `About ${id}` } });
    for (const id of ['d1', 'd2', 'd3']) await card(id, 'decision');
    await world.ask('tasks_evidence_capture', {
      task: 'TASK-001',
      path: 's:0',
      checks: ['CMD: x'],
    });
    await world.ask('notes_commit', { target: 'TASK-001', content: 'Older' });
    await world.ask('notes_commit', { target: 'TASK-001', content: 'Newer' });
    const shown = async (args: object) => {
      const [head, ...lines] = await world.plainLines('tasks_snapshot', args);
      expect(head).toMatch(/^focus TASK-001 /);
      return lines;
    };
    const with_ = async (args: object, lines: readonly string[]) =>
      expect(await shown(args)).toEqual(
        expect.arrayContaining(lines.map((line) => expect.stringContaining(line))),
      );
    await with_({ notes_limit: 1 }, ['notes: 1', ': Newer']);
    await with_({ cards_limit: 2 }, ['cards: 2', 'decision d3: About d3', 'decision d2']);
    await with_({ decisions_limit: 1 }, ['decisions: 1', 'decision d3: About d3']);
    await with_({ evidence_limit: 5 }, ['evidence: 1', ' s:0: CMD: x']);
    await with_({ blockers_limit: 5 }, ['blockers: 0']);
    await with_({ trace_limit: 2 }, ['trace: 2', 'trace @']);
    await with_({ events_limit: 1 }, ['events: 1', ': evidence_captured s:0']);
    await with_({ graph_diff_limit: 2 }, [
      'graph_diff: 2, against main',
      'changed node d3: About d3',
    ]);
    expect((await shown({})).join('\n')).not.toMatch(/^(notes|trace|graph_diff|events): /m);
  });

  it('[TV60] following the cursors of a section shows each item once', async () => {
    await make();
    for (let n = 0; n < 7; n++) {
      const ops = ['a', 'b'].map((id) => ({ op: 'node_upsert', id: `${id}${n}`, type: 'note' }));
      await world.ask('graph_apply', { target: 'TASK-001', ops });
    }
    const seen: string[] = [];
    let args: Record<string, unknown> | undefined = { graph_diff_limit: 3 };
    for (let turn = 0; args && turn < 30; turn++) {
      const { text, suggestions } = await world.reply('tasks_snapshot', args);
      seen.push(...[...text.matchAll(/^changed node (\S+)/gm)].map(([, id]) => String(id)));
      const [, cursor] = /^MORE: tasks_snapshot graph_diff_cursor="?([^\s"]+)/m.exec(text) ?? [];
      expect(suggestions.length).toBeLessThan(3);
      const next = cursor === undefined || /[.]/.test(cursor) ? cursor : Number(cursor);
      args = next === undefined ? undefined : { graph_diff_limit: 3, graph_diff_cursor: next };
    }
    const own = seen.filter((id) => /^[ab]\d$/.test(id));
    expect(own.length).toBe(14);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('[TV60] [TV16] following events_cursor shows each event once', async () => {
    await make();
    for (let n = 0; n < 7; n++) await world.ask('tasks_note', { path: 's:0', note: `Note ${n}` });
    const seen: string[] = [];
    let args: Record<string, unknown> | undefined = { events_limit: 3 };
    for (let turn = 0; args && turn < 30; turn++) {
      const { text } = await world.reply('tasks_snapshot', args);
      seen.push(...[...text.matchAll(/^event (evt_\d+)/gm)].map(([, id]) => String(id)));
      const [, cursor] = /^MORE: tasks_snapshot events_cursor=(\d+)/m.exec(text) ?? [];
      args = cursor === undefined ? undefined : { events_limit: 3, events_cursor: Number(cursor) };
    }
    const { timeline } = await world.ask('tasks_resume', { task: 'TASK-001', events_limit: 200 });
    expect(timeline.count).toBeGreaterThan(7);
    expect(seen).toEqual(timeline.events.map((event: Shown) => event.event_id).toReversed());
  });

  it('[TV21] [WB21] shows the newest decision and the last note, not what a proof adds', async () => {
    await make();
    const shown = async (word: string) =>
      (await world.plainLines('tasks_snapshot')).filter((line) => line.startsWith(word));
    await world.ask('think_add_decision', {
      card: { id: 'd1', title: 'Two\npasses', text: 'Long.' },
    });
    expect(await shown('decision')).toEqual(['decision d1: Two passes: Long.']);
    await world.ask('tasks_note', { path: 's:0', note: 'Half\n of it.' });
    await world.ask('tasks_evidence_capture', { path: 's:0', checks: ['npm test'] });
    expect(await shown('note')).toEqual([
      expect.stringMatching(/^note @\d+, \d+ \w+ ago: .*Half of it\.$/),
    ]);
    await world.ask('think_add_decision', { card: { id: 'd2', text: 'ü'.repeat(900) } });
    const [long = ''] = await shown('decision');
    expect(long).toMatch(/^decision d2: ü+\.\.\.$/);
    expect(Buffer.byteLength(long)).toBeLessThan(450);
  });

  it('[TV21] shows the blocker of the next step', async () => {
    await make({ steps: [{ ...steps[0], blockers: ['No grammar'] }] });
    expect(await world.plainLines('tasks_snapshot')).toContain('s:0 blocked by: No grammar');
  });

  it('[TV21] [WB26] a cursor shows that page alone, and MORE leads to the end', async () => {
    await make();
    for (let n = 1; n <= 12; n++) await world.ask('tasks_note', { path: 's:0', note: `n${n}.` });
    const { memory } = await world.ask('tasks_snapshot', { notes_limit: 3 });
    const seen: string[] = [];
    let args: object | undefined = {
      notes_limit: 3,
      notes_cursor: memory.notes.pagination.next_cursor,
    };
    for (let page = 0; args && page < 9; page++) {
      const { text } = await lines.call('tasks_snapshot', { workspace: world.workspace, ...args });
      seen.push(...[...text.matchAll(/: (n\d+)\.$/gm)].map(([, n = '']) => n));
      const [, next] = /MORE: tasks_snapshot notes_cursor=(\d+)/.exec(text) ?? [];
      args = next === undefined ? undefined : { notes_limit: 3, notes_cursor: Number(next) };
    }
    expect(seen).toEqual(['n9', 'n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'n2', 'n1']);
  });
});
