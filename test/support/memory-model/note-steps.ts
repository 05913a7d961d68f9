/** Random steps that write, read, compare and merge notes. */

import { expect } from 'vitest';
import { diff, merge, notesCommit, show } from './note-model.ts';
import {
  ask,
  askPages,
  count,
  nextCursor,
  perhaps,
  type Run,
  type Step,
  someBranch,
} from './run.ts';

/** In the last two there may be a graph instead, and then no note. */
export const DOCS = ['notes', 'trace', 'risks', 'graph'];

export const commitNote: Step = async (run) => {
  const { random, step } = run;
  const content = `note ${step} ${'ß🧭'.repeat(random.below(20))}`;
  const args = {
    ...perhaps(run, 0.6, { branch: someBranch(run) }),
    doc: random.pick(DOCS),
    content: random.chance(0.03) ? '\n ' : content,
    ...perhaps(run, 0.3, { title: `T${step}` }),
    ...perhaps(run, 0.3, { meta: { step, nested: { list: [1, 'é', null] } } }),
  };
  await ask(run, 'notes_commit', args, notesCommit);
};

/** Any two branches, in any of the ways to name them. */
export function someEnds(run: Run) {
  const { memory, random } = run;
  const from = random.chance(0.1) ? memory.first.name : someBranch(run);
  const base = memory.find(from)?.base?.name;
  const into = random.chance(0.3) && base !== undefined ? base : someBranch(run);
  return {
    from,
    ...perhaps(run, 0.7, { into }),
    ...perhaps(run, 0.3, { merge_to_base: true }),
  };
}

/** A preview, then the merge in pages, sometimes only the first ones; then the same again. */
export const mergeNotes: Step = async (run) => {
  const { random } = run;
  const args = { ...someEnds(run), doc: random.pick(DOCS), limit: 1 + random.below(60) };
  if (random.chance(0.5)) await ask(run, 'merge', { ...args, dry_run: true }, merge);
  if (random.chance(0.05)) {
    await ask(run, 'merge', { ...args, cursor: random.below(run.memory.head) }, merge);
    return;
  }
  let cursor: number | null = null;
  do {
    const answered = await ask(run, 'merge', { ...args, cursor }, merge);
    if ('code' in answered) return;
    count(run, 'notes copied', Number(answered.merged));
    cursor = nextCursor(answered);
  } while (cursor !== null && random.chance(0.9));
  if (cursor !== null) return;
  const again = await ask(run, 'merge', { ...args, limit: 200 }, merge);
  expect(again.merged, 'a second merge merges nothing').toBe(0);
};

export const look: Step = async (run) => {
  const { random } = run;
  const args = {
    ...perhaps(run, 0.9, { branch: someBranch(run) }),
    doc: random.pick(DOCS),
    limit: 5 + random.below(60),
  };
  await askPages(run, 'show', args, show, () => random.chance(0.1));
};

export const compareNotes: Step = async (run) => {
  const { random } = run;
  const args = {
    ...{ from: someBranch(run), to: someBranch(run) },
    doc: random.pick(DOCS),
    limit: 5 + random.below(60),
  };
  await askPages(run, 'diff', args, diff, () => random.chance(0.1));
};
