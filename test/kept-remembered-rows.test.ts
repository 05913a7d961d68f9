/** Rows of rules and questions that are kept by what events touch, through random runs. */

import { describe, expect, it } from 'vitest';
import type { RuleRow } from '../src/observatory/views/remembered/rules-view.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { KeptView } from './support/kept-view.ts';
import { randomFrom } from './support/random.ts';
import { beginRun, type Run, takeStep, workspace } from './support/remember-model/run.ts';
import { openTestSurface } from './support/surface.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_120);
/** Steps between two comparisons with a fresh reader. */
const INTERVAL = 5;

/** Refused calls prove nothing. */
const USED = [
  ...['branch_create', 'branch_delete', 'branch_rename', 'checkout', 'graph_apply', 'graph_merge'],
  ...['graph_open', 'graph_update', 'init', 'remember', 'tasks_create', 'tasks_delete'],
  ...['tasks_patch', 'tasks_undo', 'thoughtbox_gateway'],
];

function expectModel(run: Run, view: KeptView): void {
  const shown = [...view.rows.values()] as unknown as readonly RuleRow[];
  const rules = shown.map(({ id, text, about, holds, replacedBy }) => ({
    ...{ id, text, about: about?.id ?? '', holds },
    ...(replacedBy === undefined ? {} : { replacedBy }),
  }));
  rules.sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(rules, run.last).toEqual(run.rules);
}

describe.each(MAIN_ENGINES)('rows that are kept on $name', (engine) => {
  const steps = Number(process.env.WAYMARK_STEPS ?? (engine.name === 'postgres' ? 40 : 150));

  it(`[OB113] of rules and questions are as a fresh reader gets them, through ${steps} random steps (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      const run = await beginRun(server, randomFrom(SEED));
      const options = { store: server.surface.store, now: () => Date.UTC(2026, 0, 5, 12) };
      const [rules, questions] = ['rules', 'questions'].map(
        (name) => new KeptView(options, workspace, name),
      ) as [KeptView, KeptView];
      const views = [rules, questions];
      for (const view of views) await view.load();
      let most = 0;
      for (let step = 1; step <= steps; step++) {
        await takeStep(run);
        for (const view of views) await view.follow();
        most = Math.max(most, questions.rows.size);
        if (step % INTERVAL > 0 && step < steps) continue;
        for (const view of views) await view.expectFresh(`step ${step}, ${run.last}`);
        expectModel(run, rules);
      }
      if (steps >= 150 && !process.env.WAYMARK_SEED) expect([...run.done].sort()).toEqual(USED);
      expect(run.rules.some(({ holds }) => !holds)).toBe(true);
      expect(most).toBeGreaterThan(3);
    } finally {
      await server.close();
    }
  });
});
