/** Random steps that record cards, mostly such as were recorded before, and change them. */

import { expect } from 'vitest';
import { type Card, type CardRequest, GRAPH, thinkCard } from './card-model.ts';
import { stateOf } from './graph-model.ts';
import { ask, call, count, perhaps, type Run, type Step, someBranch } from './run.ts';

/** Few cards with few contents: the same id often meets the same card, and sometimes another. */
const CARD_IDS = ['card-1', 'card-2', 'card-3', 'c🧭'];

/** The names inside in any order. */
function someCard({ random }: Run): Card {
  const [weight, title] = [random.below(2), `C${random.below(10) === 0 ? 1 : 0}`];
  const inner = random.chance(0.5) ? { x: [1, 'é'], y: weight } : { y: weight, x: [1, 'é'] };
  const meta = random.chance(0.5) ? { why: 'ß', inner } : { inner, why: 'ß' };
  const id = random.pick(CARD_IDS);
  const [status, tags] = ['open', random.chance(0.9) ? [] : ['x']];
  const card = { id, type: 'question', title, status, tags, meta };
  return random.chance(0.5) ? card : { meta, tags, status, title, type: 'question', id };
}

/** Records a card, and at once the same again. */
export const recordCard: Step = async (run) => {
  const supports = run.random.pick([...CARD_IDS, 'a', 'nobody']);
  const args: CardRequest = {
    ...{ branch: someBranch(run), card: someCard(run) },
    ...perhaps(run, 0.3, { supports: [supports] }),
  };
  const told = await ask(run, 'think_card', args, thinkCard);
  if ('code' in told) return;
  count(run, told.inserted ? 'card recorded' : 'card known');
  const again = await ask(run, 'think_card', args, thinkCard);
  expect(again.last_seq, 'a repeat writes nothing').toBeNull();
};

/** Changes what a card's node says apart from its words. */
export const closeCard: Step = async (run) => {
  const { memory, random } = run;
  const [ref, id, status] = [someBranch(run), random.pick(CARD_IDS), `s${random.below(2)}`];
  const branch = memory.find(ref);
  const node = branch && stateOf(memory.doc(branch, GRAPH).graph, `node|${id}`);
  const answered = await call(run, 'think_set_status', { ref, targets: id, status });
  if (!branch || !node) {
    expect(answered).toEqual({ code: 'UNKNOWN_ID' });
  } else if (node.status !== status) {
    memory.enterVersion(branch, GRAPH, `node|${id}`, { ...node, status });
  }
};
