/** `tasks_templates_list` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_templates_list on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA42] lists the templates of plans and tasks', async () => {
    const { templates } = await world.ask('tasks_templates_list');
    expect(templates.map((each: Shown) => each.id)).toEqual([
      ...['basic-plan', 'principal-plan', 'basic-task', 'principal-task'],
    ]);
  });
});
