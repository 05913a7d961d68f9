/** Tests of `notebook load`; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { createNotebook } from '../../../../test/support/notebook-world.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook load on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  const HEAD = '<!-- srcbook:{"language":"typescript","tsconfig.json":{"strict":true}} -->';
  const TEXT = `${HEAD}\n\nWhy.\n\n# Rates\n\n###### a.ts\n\n\`\`\`typescript\n1 + 1\n\`\`\`\n`;

  it('[NB3] creates a notebook from a text, named by its first title', async () => {
    const made = await world.ask('notebook load', { content: TEXT });
    expect(made).toMatchObject({ title: 'Rates', language: 'typescript', cellCount: 3 });
    const { notebookId } = made;
    const view = await world.ask('notebook get', { notebookId });
    expect(view['tsconfig.json']).toBe('{\n  "strict": true\n}');
    expect(view.cells.map(({ type }: Shown) => type)).toEqual(['markdown', 'title', 'code']);
    expect(view.cells[2]).toMatchObject({ filename: 'a.ts', source: '1 + 1', status: 'idle' });
    expect((await world.ask('notebook export', { notebookId })).content).toBe(TEXT);
    const untitled = await world.ask('notebook load', { content: `${HEAD}\n` });
    expect(untitled).toMatchObject({ title: 'Untitled', cellCount: 0 });
  });

  it('[NB3] a text that is refused creates nothing, and the refusal names the line', async () => {
    await createNotebook(world);
    for (const content of ['', '# Title']) {
      const refusal = await world.refused('notebook load', { content });
      expect(refusal.message).toMatch(/^line 1: /);
      expect(refusal.details.next).toHaveLength(1);
      await world.follow(refusal);
    }
    for (const content of [
      `${HEAD}\n\n###### a.ts\n\nno fence\n`,
      `${TEXT}\n\n###### A.ts\n\n\`\`\`typescript\n\`\`\`\n`,
      `${HEAD}\n\n###### ../a.ts\n\n\`\`\`typescript\n\`\`\`\n`,
    ]) {
      const refusal = await world.refused('notebook load', { content });
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'content' } });
      expect(refusal.message).toMatch(/^line \d+: /);
      expect(refusal.details.recovery).toBe('Correct that line, and send the whole text again.');
    }
    expect((await world.refused('notebook load')).details.field).toBe('content');
  });
});
