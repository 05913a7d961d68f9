/** Rules in the answers that resume something, by docs/spec/way-back.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

const RULE = 'RULE-001 (user, by tester): Never force-push.';

describe.each(MAIN_ENGINES)('standing rules on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[WB27] come with every answer that resumes something, word for word', async () => {
    await createTask(world);
    await world.ask('remember', { kind: 'rule', text: 'Never\n force-push.' });
    await world.ask('remember', { kind: 'rule', text: 'Small steps.', about: 'TASK-001' });
    await world.ask('remember', { kind: 'rule', text: 'Elsewhere.', about: 'PLAN-001' });
    await world.ask('tasks_create', { title: 'Other' });
    await world.ask('remember', { kind: 'rule', text: 'Not here.', about: 'PLAN-002' });
    for (const tool of ['tasks_resume', 'tasks_resume_pack', 'tasks_resume_super']) {
      const { rules } = await world.ask(tool, TASK);
      expect(rules, tool).toEqual([
        RULE,
        'RULE-002 (user, by tester, about TASK-001): Small steps.',
        'RULE-003 (user, by tester, about PLAN-001): Elsewhere.',
      ]);
    }
    await world.ask('graph_plan', { project: 'shop', goal: 'A shop' });
    expect((await world.ask('graph_onboard')).rules).toEqual([RULE]);
    const started = await world.ask('thoughtbox_gateway', { operation: 'start_new' });
    const { sessionId } = started as { sessionId: string };
    await world.ask('remember', { kind: 'rule', text: 'Think twice.', about: sessionId });
    const loaded = await world.ask('thoughtbox_gateway', { operation: 'load_context', sessionId });
    expect(loaded.rules).toEqual([
      RULE,
      `RULE-005 (user, by tester, about ${sessionId}): Think twice.`,
    ]);
  });

  it('[WB24] [WB27] are bounded, whole, and lead on to the rest', async () => {
    await createTask(world);
    const long = Array.from({ length: 12 }, (_, at) => `${at} ${'word '.repeat(120)}.`);
    await world.ask('remember', { kind: 'rule', text: long });
    const { rules, rules_more: more } = await world.ask('tasks_resume', TASK);
    expect(rules).toHaveLength(4);
    expect(rules.every((rule: string) => rule.endsWith('.'))).toBe(true);
    expect(more).toBe('status more=rules:4');
    const { text } = await world.reply('status', { more: 'rules:4' });
    expect(text).toContain('RULE-005 (user, by tester): 4 word');
    const status = await world.reply('status');
    expect(Buffer.byteLength(status.text)).toBeLessThanOrEqual(2_500);
    expect(status.text).toContain('RULE-002 (user, by tester): 1 word');
    expect(status.text).toMatch(/^tasks_/m);
  });
});
