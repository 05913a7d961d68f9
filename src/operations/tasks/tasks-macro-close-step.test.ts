/** `tasks_macro_close_step` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { RECEIPTS, STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_macro_close_step on $name', (engine) => {
  const world = useTaskWorld(engine);

  const start = (args: object = {}) => world.ask('tasks_macro_start', { task_title: 'T', ...args });

  /** Makes a call that is refused, then the call that the refusal suggests. */
  async function recover(tool: string, args: object) {
    const reply = await world.server.call(tool, { workspace: world.workspace, ...args });
    expect(reply.isError, reply.text).toBe(true);
    const [next] = reply.suggestions;
    if (next?.action !== 'call_tool') throw new Error('no call was suggested');
    const filled = JSON.stringify(next.params).replaceAll(/<fill: [^>]*>/g, 'npm test');
    return world.ask(next.target, JSON.parse(filled));
  }

  it('[TA45] records note and proof and closes the step, or changes nothing', async () => {
    await start({ template: 'principal-task' });
    await world.ask('tasks_decompose', {
      parent: 's:0',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    const note = 'What I found';
    const paths: string[] = [];
    for (let round = 0; round < 4; round++) {
      const { step } = await world.ask('tasks_macro_close_step', { note });
      paths.push(step.path);
    }
    expect(paths).toEqual(['s:0.s:0', 's:0', 's:1', 's:2']);
    await world.refusal('tasks_macro_close_step', { note, proof: '<fill: x>' });
    const stale = { note, proof: RECEIPTS, expected_revision: 1 };
    expect(await world.refused('tasks_macro_close_step', stale)).toBe('REVISION_MISMATCH');
    const before = (await world.target('TASK-001')).revision;
    const closed = await world.ask('tasks_macro_close_step', {
      ...{ note, proof: RECEIPTS, expected_revision: before },
    });
    expect(closed).toMatchObject({
      task: 'TASK-001',
      revision: before + 3,
      step: { path: 's:3' },
      note_event: { type: 'step_noted' },
      evidence_event: { type: 'evidence_captured', payload: { checkpoints: ['tests'] } },
    });
    const named = await world.ask('tasks_macro_close_step', { path: 's:4', checkpoints: 'all' });
    expect(named.step.path).toBe('s:4');
    expect(await world.refused('tasks_macro_close_step', { path: 's:4' })).toBe('INVALID_INPUT');
    const part = await world.ask('tasks_macro_start', { task_title: 'T', resume_max_chars: 900 });
    expect(part.resume.budget.used_chars).toBeLessThanOrEqual(900);
    expect(part.resume.capsule.target.id).toBe('TASK-002');
  });

  it('[TA57] reports a step that was closed without proof', async () => {
    const steps = ['One', 'Two', 'Three'].map((title) => ({
      ...{ title, success_criteria: ['x'], tests: ['y'] },
    }));
    await world.lines('tasks_macro_start', { task_title: 'T', steps });
    const bare = await world.lines('tasks_macro_close_step', { note: 'Done.' });
    expect(bare.at(-1)).toBe(
      'WARNING: PROOF_MISSING s:0 closed without proof | fix: send proof with the close',
    );
    const shown = await world.lines('tasks_macro_close_step', { proof: RECEIPTS });
    expect(shown.join('\n')).not.toContain('PROOF_MISSING');
    const single = await world.reply('tasks_close_step', { path: 's:2', checkpoints: 'gate' });
    expect(single.structured.warnings).toMatchObject([{ code: 'PROOF_MISSING' }]);
    const { handoff } = await world.ask('tasks_handoff');
    expect(handoff.risks[0]).toBe('closed without proof: 2 (s:0, s:2)');
    const finish = await world.lines('tasks_macro_close_step');
    expect(finish.join('\n')).not.toContain('PROOF_MISSING');
  });

  it('[TA46] reads pasted proof as receipts, and warns if it is weak', async () => {
    await start({ steps: [...STEPS, ...STEPS] });
    const pasted = 'npm test\ncmd: npm run lint\nhttps://ci.example/7\n\nLINK: file:///tmp/log';
    await world.lines('tasks_macro_close_step', { proof: pasted });
    const { steps } = await world.ask('tasks_resume', { read_only: true });
    expect(steps[0].evidence[0]).toMatchObject({
      checkpoints: ['tests'],
      checks: [
        ...['CMD: npm test', 'CMD: npm run lint', 'LINK: https://ci.example/7'],
        'LINK: file:///tmp/log',
      ],
    });
    const thin = await world.lines('tasks_macro_close_step', { proof: ['npm test', ' '] });
    expect(thin.at(-1)).toMatch(/^WARNING: PROOF_WEAK no LINK receipt \| fix: /);
    const item = { kind: 'cmd_output', command: 'npm test', stdout: 'ok' };
    const proof = { items: [item], checkpoint: ['tests'] };
    const whole = await world.lines('tasks_macro_close_step', { proof });
    expect(whole).toHaveLength(2);
    const security = { checks: RECEIPTS, checkpoint: 'security' };
    expect(await world.refused('tasks_macro_close_step', { proof: security })).toBe(
      'CHECKPOINTS_NOT_CONFIRMED',
    );
  });

  it('[TA47] completes the task when no step is open', async () => {
    await start({ steps: STEPS.slice(0, 1) });
    await world.ask('tasks_macro_close_step');
    const done = await world.ask('tasks_macro_close_step', { note: 'All in', proof: RECEIPTS });
    expect([done.step, done.note_event.payload.path]).toEqual([null, 's:0']);
    expect((await world.target('TASK-001')).root.status).toBe('DONE');
    const head = await world.head();
    const [state, ...more] = await world.lines('tasks_macro_close_step');
    expect(state).toMatch(/^focus TASK-001 — T \| done/);
    expect(more).toEqual([]);
    expect(await world.head()).toBe(head);
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Bare' });
    const bare = await world.lines('tasks_macro_close_step', { task: 'TASK-002', note: 'Hm' });
    expect(bare.at(-1)).toMatch(/^WARNING: NOTE_IGNORED /);
  });

  it('[TA48] suggests the same call with what was missing', async () => {
    await start({ template: 'principal-task' });
    const run = async (text: string) => {
      const { suggestions } = await world.server.call('tasks_macro_close_step', {
        ...{ workspace: world.workspace, path: text, note: 'n' },
      });
      const [next] = suggestions;
      if (next?.action !== 'call_tool') throw new Error('no call was suggested');
      expect(next.target).toBe('tasks_macro_close_step');
      const filled = JSON.parse(JSON.stringify(next.params).replaceAll(/<fill: [^>]*>/g, 'done'));
      return world.ask(next.target, filled);
    };
    expect((await run('s:3')).note_event.payload.path).toBe('s:3');
    await world.ask('tasks_evidence_capture', {
      path: 's:0',
      checks: RECEIPTS,
      checkpoint: 'docs',
    });
    expect((await run('s:0')).step.path).toBe('s:0');
  });

  it('[TA48] the suggested call repeats the given proof and checkpoints', async () => {
    await world.ask('tasks_macro_start', { task_title: 'T', template: 'principal-task' });
    const given = { path: 's:3', note: 'n', proof: RECEIPTS, checkpoints: { criteria: true } };
    expect((await recover('tasks_macro_close_step', given)).step.path).toBe('s:3');
    await world.ask('tasks_macro_start', { task_title: 'U', template: 'principal-task' });
    const docs = { path: 's:3', checks: RECEIPTS, checkpoint: 'docs' };
    await world.ask('tasks_evidence_capture', docs);
    const bare = { path: 's:3', checkpoints: { criteria: true, tests: true, docs: true } };
    expect((await recover('tasks_macro_close_step', bare)).step.path).toBe('s:3');
  });
});
