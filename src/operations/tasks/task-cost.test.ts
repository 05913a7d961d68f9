/** What a whole task costs in calls and characters. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface } from '../../../test/support/surface.ts';
import { RECEIPTS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('the cost of a task on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA50] a whole task takes five calls and few characters', async () => {
    const title = 'Refuse numbers with a leading zero';
    const steps = ['Write the failing test', 'Refuse the zero', 'Document it'].map((each) => ({
      title: each,
      success_criteria: ['It can be seen'],
      tests: ['npm test'],
    }));
    const calls: [string, object][] = [
      ['tasks_macro_start', { task_title: title, steps }],
      ['tasks_macro_close_step', { note: 'It fails as it should.', proof: RECEIPTS }],
      ['tasks_macro_close_step', { proof: RECEIPTS }],
      ['tasks_macro_close_step', { proof: RECEIPTS }],
      ['tasks_macro_close_step', {}],
    ];
    let characters = 0;
    for (const [tool, args] of calls) {
      const lines = await world.lines(tool, args);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(lines.every((line) => line.trim() !== '')).toBe(true);
      characters += lines.join('\n').length;
    }
    expect((await world.target('TASK-001')).root.status).toBe('DONE');
    expect(characters).toBeLessThanOrEqual(1600);
  });

  it('[TV22] a task of three steps costs few characters', async () => {
    const server = await openTestSurface({ engine, defaultWorkspace: 'home' });
    const steps = ['Write', 'Read', 'Ship'].map((title) => ({
      title,
      success_criteria: [`${title} works`],
      tests: ['npm test'],
    }));
    const answers = [
      await server.call('tasks_macro_start', { task_title: 'Fix the parser of numbers', steps }),
    ];
    for (let n = 0; n < 4; n++) answers.push(await server.call('tasks_macro_close_step'));
    await server.close();
    for (const { isError, text } of answers) {
      expect(isError, text).toBe(false);
      const lines = text.split('\n').filter((line) => !line.startsWith('WARNING: PROOF_MISSING '));
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(text).not.toContain('workspace=');
    }
    expect(answers.at(-1)?.text).toMatch(/ \| done$/);
    const cost = answers.reduce((sum, { text }) => sum + text.length, 0);
    expect(cost).toBeLessThanOrEqual(1_600);
  });
});
